import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { Picture } from '#src/components/ui/Picture.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import type { Readers } from '#src/lib/site/readers.ts'
import { deleteCourseMutation, listCoursesForAdminsQuery } from '../../admin-queries.ts'
import type { Course } from '../../contract.ts'
import { difficultyLabels } from '../../course-format.ts'
import { sectionHref } from '../../course-sections.ts'
import { CARDS } from '../catalogue/catalogue-filter.ts'
import { CourseDialog } from './CourseDialog.tsx'
import { DELETE_QUESTION } from './delete-question.ts'

type CardProps = { course: Course; isDeleting: boolean; onEdit(): void; onDelete(): void }

function AdminCourseCard({ course, isDeleting, onEdit, onDelete }: CardProps) {
	return (
		<article className="card course-card">
			{course.imageUrl && <Picture src={course.imageUrl} of={course.id} className="course-card-picture" />}
			<div className="course-card-body">
				<p className="flex flex-wrap gap-2">
					<Badge tone={course.isPublished ? 'done' : 'brass'}>{course.isPublished ? 'Published' : 'Draft'}</Badge>
					{course.membersOnly ? <Badge>Members</Badge> : course.isPublished && <Badge>Public</Badge>}
					<Badge>{difficultyLabels[course.difficulty]}</Badge>
				</p>
				<h2 className="text-subtitle">
					<a className="row-lead" href={sectionHref(course.id, 'modules')}>
						{course.title}
					</a>
				</h2>
				<p className="text-small text-muted">
					Created <LocalTime when={course.createdAt} as="day" />
				</p>
				<p className="course-card-text">{course.description}</p>
				<div className="card-actions">
					<Button variant="line" onClick={onEdit}>
						Edit<span className="sr-only"> {course.title}</span>
					</Button>
					<a className={buttonClass({ variant: 'line' })} href={sectionHref(course.id, 'modules')}>
						Modules<span className="sr-only"> of {course.title}</span>
					</a>
					<a className={buttonClass({ variant: 'line' })} href={sectionHref(course.id, 'journal')}>
						Journals<span className="sr-only"> of {course.title}</span>
					</a>
					<Button variant="quiet" loading={isDeleting} onClick={onDelete}>
						{isDeleting ? 'Deleting...' : 'Delete'}
						<span className="sr-only"> {course.title}</span>
					</Button>
				</div>
			</div>
		</article>
	)
}

type Props = {
	initial: Course[]
	isWhole: boolean
	/** The club's default readers for a new course. */
	newCourses: Readers
}

export function AdminCourses({ initial, isWhole, newCourses }: Props) {
	const query = useQuery(listCoursesForAdminsQuery, isWhole ? { initial } : { placeholder: initial })
	const [edited, setEdited] = useState<Course | 'new'>()
	const [count, setCount] = useState(CARDS)
	const remove = useMutation(deleteCourseMutation)
	const courses = query.data ?? initial
	return (
		<>
			<PageHead title="Courses" line="Write, publish and organize courses.">
				<Button onClick={() => setEdited('new')}>Add Course</Button>
			</PageHead>
			{query.error && <FetchError title="Failed to fetch courses" error={query.error} onRetry={query.refetch} />}
			{courses.length === 0 ? (
				<div className="card">
					<EmptyState title="No courses yet">
						Add the first one. Your course stays a draft until you publish it.
					</EmptyState>
				</div>
			) : (
				<ul className="course-cards">
					{courses.slice(0, count).map((course) => (
						<li key={course.id}>
							<AdminCourseCard
								course={course}
								isDeleting={remove.isPending && remove.variables === course.id}
								onEdit={() => setEdited(course)}
								onDelete={() => window.confirm(DELETE_QUESTION) && remove.mutate(course.id)}
							/>
						</li>
					))}
				</ul>
			)}
			{courses.length > count && (
				<p className="mt-8 text-center">
					<Button variant="line" onClick={() => setCount(count + CARDS)}>
						Show more courses
					</Button>
				</p>
			)}
			{edited && (
				<CourseDialog
					key={edited === 'new' ? 'new' : edited.id}
					course={edited === 'new' ? undefined : edited}
					readers={newCourses}
					onClose={() => setEdited(undefined)}
				/>
			)}
		</>
	)
}
