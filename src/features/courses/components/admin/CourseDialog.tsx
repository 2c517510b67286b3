import { useId } from 'react'
import * as z from 'zod/mini'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { READERS, READERS_LABELS, type Readers } from '#src/lib/site/readers.ts'
import { createCourseMutation, updateCourseMutation } from '../../admin-queries.ts'
import { type Course, courseBody } from '../../contract.ts'
import { CourseFields } from './CourseFields.tsx'
import { formats as detailFormats, labels as detailLabels, toDetails } from './course-form.ts'
import { usePublishQuestion } from './use-publish-question.tsx'

type Props = {
	course?: Course | undefined
	/** Default readers for a new course. */
	readers?: Readers
	onClose(): void
}

const labels = { ...detailLabels, readers: 'Who can read it', isPublished: 'Published' }

const schema = z.extend(courseBody, { readers: z.enum(READERS) })

type FormCourse = Pick<Course, 'title' | 'description' | 'imageUrl' | 'difficulty' | 'isPublished'>

const toForm = (course: FormCourse) => ({ ...toDetails(course), isPublished: course.isPublished })

const EMPTY: FormCourse = { title: '', description: '', imageUrl: null, difficulty: 'beginner', isPublished: false }

const formats = {
	...detailFormats,
	isPublished: (isPublished = false) => (isPublished ? 'Published' : 'Draft'),
}

function useCourseForm({ course, readers: defaultReaders = 'everybody', onClose }: Props) {
	const publishing = usePublishQuestion(course, defaultReaders)
	const form = useContractForm(schema, course ? updateCourseMutation(course.id) : createCourseMutation, {
		labels,
		defaultValues: { ...toForm(course ?? EMPTY), readers: defaultReaders },
		draft: { ...tabDraft(`course-dialog:${course?.id ?? 'new'}`), isIdempotent: !course },
		edited: { what: 'course', original: course, toForm, formats },
		before(body, send, base) {
			if (base && body.isPublished !== base.isPublished)
				publishing.ask(body.isPublished === true, (readers) => send({ ...body, readers: readers ?? body.readers }))
			else send(body)
		},
		toInput: ({ readers, ...body }, base, idempotencyKey) => ({
			...body,
			// An existing course keeps its readers, which its settings change, unless this save publishes it.
			...(!course || (body.isPublished && !base?.isPublished) ? { membersOnly: readers === 'members' } : {}),
			version: base?.version,
			idempotencyKey,
		}),
		onDone: onClose,
	})
	return { form, publishing }
}

export function CourseDialog(props: Props) {
	const { course, onClose } = props
	const publishedId = useId()
	const { form, publishing } = useCourseForm(props)
	const [willBePublished, picture] = form.watch(['isPublished', 'imageUrl'])
	return (
		<>
			<FormDialog
				of={form}
				title={course ? 'Edit Course' : 'Add Course'}
				action={{ label: course ? 'Save Course' : 'Create Course', busy: 'Saving...' }}
				isBusy={publishing.isChecking}
				isDirty={form.isDirty}
				className="grid gap-5"
				onClose={onClose}
			>
				<CourseFields
					field={form.field}
					picture={picture ?? undefined}
					onPicture={(url) => form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true })}
				/>
				{!course && <SelectField {...form.field('readers')} options={READERS_LABELS} />}
				<div className="flex min-h-11 items-center gap-3">
					<input id={publishedId} type="checkbox" className="size-5" {...form.register('isPublished')} />
					<label htmlFor={publishedId}>{labels.isPublished}</label>
				</div>
				<p role="status" className="hint empty:hidden">
					{!course &&
						willBePublished &&
						'This course has no modules yet. Visitors will find it empty, and no one can enroll until you add one.'}
				</p>
			</FormDialog>
			{publishing.question}
		</>
	)
}
