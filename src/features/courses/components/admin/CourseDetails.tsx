import * as z from 'zod/mini'
import { Cover } from '#src/components/ui/Cover.tsx'
import { Form, SaveRow } from '#src/components/ui/forms/Form.tsx'
import { Picture } from '#src/components/ui/Picture.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { getCourseQuery, updateCourseMutation } from '../../admin-queries.ts'
import { type Course, courseBody } from '../../contract.ts'
import type { CourseVersion } from '../../workspace-contract.ts'
import { CourseFields } from './CourseFields.tsx'
import { formats, labels, toDetails } from './course-form.ts'
import { EarlierDetails } from './EarlierDetails.tsx'

/** Omits `isPublished`, which the header of the workspace controls. */
const detailsSchema = z.omit(courseBody, { isPublished: true })

export function CourseDetails({ initial, userId }: { initial: Course; userId: string }) {
	const { data: course } = useQuery(getCourseQuery(initial.id), { initial })
	const form = useContractForm(detailsSchema, updateCourseMutation(course.id), {
		labels,
		defaultValues: toDetails(course),
		draft: { key: `${userId}:course:${course.id}` },
		edited: { what: 'course', original: course, toForm: toDetails, formats },
		afterSending: 'stays',
		toInput: (body, base) => ({ ...body, version: base?.version }),
	})
	function loadVersion(version: CourseVersion): void {
		for (const [name, value] of Object.entries(toDetails(version)))
			form.setValue(name as keyof typeof labels, value, { shouldDirty: true })
		form.goTo('title')
	}
	const imageUrl = form.watch('imageUrl')
	return (
		<>
			<div className="course-details">
				<Form of={form} className="grid gap-5" aria-label="Details">
					<CourseFields
						field={form.field}
						onPicture={(url) => form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true })}
					/>
					<SaveRow form={form}>Save Course</SaveRow>
				</Form>
				<aside className="course-details-cover" aria-label="Cover">
					<p className="text-small text-muted">Cover</p>
					{imageUrl ? (
						<Picture src={imageUrl} of={course.id} className="course-card-picture" />
					) : (
						<Cover of={course.id} className="course-card-picture" />
					)}
				</aside>
			</div>
			<EarlierDetails courseId={course.id} onUse={loadVersion} />
		</>
	)
}
