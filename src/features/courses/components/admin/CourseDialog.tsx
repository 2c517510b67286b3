import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { saveCourseMutation } from '../../admin-queries.ts'
import { type Course, courseBody, DIFFICULTIES } from '../../contract.ts'
import { difficultyLabels } from '../../format.ts'

type Props = {
	/** The course to change; absent for a new one. */
	course?: Course | undefined
	onClose(): void
}

/** Adds or edits a course. */
export function CourseDialog({ course, onClose }: Props) {
	const publishedId = useId()
	const mutation = useMutation(saveCourseMutation(queryClient, course), queryClient)
	const form = useContractForm(courseBody, {
		defaultValues: {
			title: course?.title ?? '',
			description: course?.description ?? '',
			imageUrl: course?.imageUrl ?? '',
			difficulty: course?.difficulty ?? 'beginner',
			isPublished: course?.isPublished ?? false,
		},
	})
	const { errors } = form.formState
	return (
		<Dialog title={course ? 'Edit Course' : 'Add Course'} busy={mutation.isPending} onClose={onClose}>
			<form
				method="post"
				noValidate
				className="grid gap-5"
				onSubmit={form.handleSubmit((body) => mutation.mutate(body, { onSuccess: onClose }))}
			>
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
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Saving...' : course ? 'Save Course' : 'Create Course'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}
