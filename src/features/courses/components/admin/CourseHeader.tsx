import { Info } from 'lucide-react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { listModulesQuery } from '#src/features/modules/admin-queries.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import type { Readers } from '#src/lib/site/readers.ts'
import { getCourseQuery, updateCoursePublishingMutation } from '../../admin-queries.ts'
import type { Course } from '../../contract.ts'
import { courseHref } from '../catalogue/CourseCard.tsx'
import { usePublishQuestion } from './use-publish-question.tsx'

type Props = {
	initial: Course
	/** The club's default readers for a new course. */
	newCourses: Readers
}

export function CourseHeader({ initial, newCourses }: Props) {
	const { data: course } = useQuery(getCourseQuery(initial.id), { initial })
	// Reads the cache that the Modules section keeps up to date, for example after the last module is deleted.
	const { data: modules } = useQuery(listModulesQuery(course.id), { enabled: false })
	const isEmpty = (modules?.length ?? course.moduleCount) === 0
	const { ask, isChecking, question } = usePublishQuestion(course, newCourses)
	const publish = useMutation(updateCoursePublishingMutation(course.id))
	return (
		<>
			<PageHead
				title={course.title}
				line={course.description}
				back={{ href: '/admin/courses', label: 'Back to Courses' }}
				badges={
					<Badge tone={course.isPublished ? 'done' : 'brass'}>{course.isPublished ? 'Published' : 'Draft'}</Badge>
				}
			>
				<a className={buttonClass({ variant: 'line' })} href={courseHref(course)}>
					{course.isPublished ? 'View page' : 'Preview'}
				</a>
				<a className={buttonClass({ variant: 'line' })} href={`/admin/figures/${course.id}`}>
					Statistics
				</a>
				<Button
					variant={course.isPublished ? 'line' : 'primary'}
					loading={publish.isPending || isChecking}
					onClick={() =>
						ask(!course.isPublished, (readers) => publish.mutate({ isPublished: !course.isPublished, readers }))
					}
				>
					{course.isPublished ? 'Unpublish' : 'Publish'}
				</Button>
			</PageHead>
			<div role="status" className="mb-6 empty:hidden">
				{course.isPublished && isEmpty && (
					<p className="alert">
						<Info aria-hidden="true" strokeWidth={1.75} />
						This course is published without modules. Add a module or unpublish the course.
					</p>
				)}
			</div>
			{question}
		</>
	)
}
