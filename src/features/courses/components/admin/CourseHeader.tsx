import { useMutation, useQuery } from '@tanstack/react-query'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { courseQuery, publishCourseMutation } from '../../admin-queries.ts'
import type { Course } from '../../contract.ts'
import { courseHref } from '../CourseCard.tsx'

/** Title, state and the switch of a course, above its modules. */
export function CourseHeader({ initial }: { initial: Course }) {
	const { data: course } = useQuery({ ...courseQuery(initial.id), initialData: initial }, queryClient)
	const publish = useMutation(publishCourseMutation(queryClient, course.id), queryClient)
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
					loading={publish.isPending}
					onClick={() => publish.mutate(!course.isPublished)}
				>
					{course.isPublished ? 'Unpublish' : 'Publish'}
				</Button>
			</div>
		</header>
	)
}
