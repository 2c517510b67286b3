import { Button } from '#src/components/ui/Button.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { usePageBack } from '#src/lib/site/page-back.ts'
import { copyCourseMutation, deleteCourseFromInsideMutation } from '../../admin-queries.ts'
import type { Course } from '../../contract.ts'
import { CoursePlan } from './CoursePlan.tsx'
import { DELETE_QUESTION } from './delete-question.ts'

type Props = {
	initial: Course
	zone: string
	userId: string
}

export function CourseSettings({ initial: course, zone, userId }: Props) {
	// Both mutations navigate away, so their buttons stay busy until the page is gone.
	const copy = useMutation(copyCourseMutation)
	const isCopying = copy.isPending || copy.isSuccess
	usePageBack(copy.isSuccess, copy.reset)
	const remove = useMutation(deleteCourseFromInsideMutation)
	const isDeleting = remove.isPending || remove.isSuccess
	usePageBack(remove.isSuccess, () => window.location.reload())
	return (
		<div className="course-settings">
			<CoursePlan initial={course} zone={zone} userId={userId} />
			<section className="card card-body" aria-labelledby="copy-course">
				<h2 id="copy-course" className="section-title">
					Duplicate this course
				</h2>
				<p className="section-line">
					Creates an unpublished copy with the saved details and modules, the same access and module opening times.
					Members, the schedule and unpublished changes are not copied.
				</p>
				<Button variant="line" loading={isCopying} onClick={() => copy.mutate(course.id)}>
					{isCopying ? 'Duplicating...' : 'Duplicate course'}
				</Button>
			</section>
			<section className="card card-body" aria-labelledby="delete-course">
				<h2 id="delete-course" className="section-title">
					Delete this course
				</h2>
				<p className="section-line">
					Its modules, enrollments, progress, journals and comments are deleted too. You can restore all of it under
					Recently deleted for 30 days.
				</p>
				<Button
					variant="danger"
					loading={isDeleting}
					onClick={() => window.confirm(DELETE_QUESTION) && remove.mutate(course.id)}
				>
					{isDeleting ? 'Deleting...' : 'Delete course'}
				</Button>
			</section>
		</div>
	)
}
