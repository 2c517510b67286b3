import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { listModulesQuery } from '#src/features/modules/admin-queries.ts'
import { useMutation, useQuery } from '#src/lib/query.ts'
import { getCourseQuery, updateCoursePublishingMutation } from '../../admin-queries.ts'
import type { Course } from '../../contract.ts'
import { courseHref } from '../CourseCard.tsx'
import { usePublishQuestion } from './use-publish-question.tsx'

/** Title, state and the switch of a course, above its modules. */
export function CourseHeader({ initial }: { initial: Course }) {
	const { data: course } = useQuery(getCourseQuery(initial.id), { initial })
	// Kept fresh by the list below, which also says when the last one was deleted.
	const { data: modules } = useQuery(listModulesQuery(course.id), { enabled: false })
	const isEmpty = (modules?.length ?? course.moduleCount) === 0
	const { ask, isLooking, question } = usePublishQuestion(course.id)
	const publish = useMutation(updateCoursePublishingMutation(course.id))
	return (
		<header className="mb-8 flex flex-wrap items-start justify-between gap-5">
			<div className="min-w-0 flex-1 basis-80">
				<p className="mb-2">
					<Badge tone={course.isPublished ? 'done' : 'brass'}>{course.isPublished ? 'Published' : 'Draft'}</Badge>
				</p>
				<h1 className="text-page">{course.title}</h1>
				<p className="mt-2 max-w-reading whitespace-pre-line text-muted">{course.description}</p>
			</div>
			<div className="flex flex-wrap gap-2">
				<a className={buttonClass({ variant: 'line' })} href={courseHref(course)}>
					{course.isPublished ? 'View page' : 'Preview'}
				</a>
				<a className={buttonClass({ variant: 'line' })} href={`/admin/courses/${course.id}/journal`}>
					Journals
				</a>
				<Button
					variant={course.isPublished ? 'line' : 'primary'}
					loading={publish.isPending || isLooking}
					onClick={() => ask(!course.isPublished, () => publish.mutate(!course.isPublished))}
				>
					{course.isPublished ? 'Unpublish' : 'Publish'}
				</Button>
			</div>
			<p role="status" className="basis-full empty:hidden">
				{course.isPublished &&
					isEmpty &&
					'This course is published and has no modules: nobody can do anything in it. Add one, or unpublish it.'}
			</p>
			{question}
		</header>
	)
}
