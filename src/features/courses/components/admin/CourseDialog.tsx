import { useId } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { useMutation } from '#src/lib/query.ts'
import { createCourseMutation, updateCourseMutation } from '../../admin-queries.ts'
import { type Course, courseBody, DIFFICULTIES } from '../../contract.ts'
import { difficultyLabels } from '../../format.ts'
import { usePublishQuestion } from './use-publish-question.tsx'

type Props = {
	/** The course to change; absent for a new one. */
	course?: Course | undefined
	onClose(): void
}

/** Adds or edits a course. */
export function CourseDialog({ course, onClose }: Props) {
	const publishedId = useId()
	const mutation = useMutation(course ? updateCourseMutation(course) : createCourseMutation)
	const form = useContractForm(courseBody, {
		defaultValues: {
			title: course?.title ?? '',
			description: course?.description ?? '',
			imageUrl: course?.imageUrl ?? '',
			difficulty: course?.difficulty ?? 'beginner',
			isPublished: course?.isPublished ?? false,
		},
	})
	const { errors, isDirty } = form.formState
	const { ask, isLooking, question } = usePublishQuestion(course?.id ?? '')
	const isBusy = mutation.isPending || isLooking
	const willBePublished = form.watch('isPublished')
	const submit = form.handleSubmit((body) => {
		const save = () => mutation.mutate(body, { onSuccess: onClose })
		if (course && body.isPublished !== course.isPublished) ask(body.isPublished === true, save)
		else save()
	})
	return (
		<>
			<Dialog title={course ? 'Edit Course' : 'Add Course'} busy={isBusy} isDirty={isDirty} onClose={onClose}>
				<form method="post" noValidate className="grid gap-5" onSubmit={submit}>
					{mutation.isError && <Alert>{messageOf(mutation.error, 'The course could not be saved')}</Alert>}
					<HiddenToken />
					<TextField label="Title" error={errors.title?.message} {...form.register('title')} />
					<TextAreaField label="Description" error={errors.description?.message} {...form.register('description')} />
					<TextField
						label="Image URL"
						optional
						type="url"
						inputMode="url"
						hint="Begins with https://. Without one a cover is drawn from the title."
						error={errors.imageUrl?.message}
						{...form.register('imageUrl')}
					/>
					<SelectField label="Difficulty" error={errors.difficulty?.message} {...form.register('difficulty')}>
						{DIFFICULTIES.map((level) => (
							<option key={level} value={level}>
								{difficultyLabels[level]}
							</option>
						))}
					</SelectField>
					<div className="flex min-h-11 items-center gap-3">
						<input id={publishedId} type="checkbox" className="size-5" {...form.register('isPublished')} />
						<label htmlFor={publishedId}>Published</label>
					</div>
					<p role="status" className="hint empty:hidden">
						{!course &&
							willBePublished &&
							'It has no modules yet: visitors will find it empty in the catalogue, and nobody can enroll until it has one.'}
					</p>
					<DialogActions>
						<Button variant="line" disabled={isBusy} onClick={onClose}>
							Cancel
						</Button>
						<Button type="submit" loading={isBusy}>
							{mutation.isPending ? 'Saving...' : course ? 'Save Course' : 'Create Course'}
						</Button>
					</DialogActions>
				</form>
			</Dialog>
			{question}
		</>
	)
}
