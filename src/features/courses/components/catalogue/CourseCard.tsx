import { type ReactNode, useContext } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Picture } from '#src/components/ui/Picture.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { Course, CourseProgress } from '../../contract.ts'
import { difficultyLabels, moduleCountLabel, percentOf } from '../../course-format.ts'
import { ForCredit } from './for-credit.ts'

/** Returns the URL of a course, or of the preview of a draft, which has no public page. */
export const courseHref = (course: Pick<Course, 'id' | 'isPublished'>) =>
	course.isPublished ? `/courses/${course.id}` : `/admin/courses/${course.id}/preview`

type Props = {
	course: Course
	/** Progress of an enrolled member. */
	progress?: CourseProgress | undefined
	/** Replaces the default text of the link. */
	action?: ReactNode
	/** 2 unless the card is below another heading. */
	headingLevel?: 2 | 3
}

export function CourseCard({ course, progress, action, headingLevel = 2 }: Props) {
	const Heading = `h${headingLevel}` as const
	const isForCredit = useContext(ForCredit).has(course.id)
	const linkText = action ?? (progress ? 'Continue Learning' : 'View Course')
	return (
		<article className="card course-card">
			<Picture src={course.imageUrl} of={course.id} className="course-card-picture" />
			<div className="course-card-body">
				<p className="flex flex-wrap gap-2">
					{course.membersOnly && <Badge>Members</Badge>}
					{!course.isPublished && <Badge tone="brass">Draft</Badge>}
					<Badge>{difficultyLabels[course.difficulty]}</Badge>
					<Badge>{moduleCountLabel(course.moduleCount)}</Badge>
					{isForCredit && <Badge tone="brass">For credit</Badge>}
				</p>
				<Heading className="text-subtitle">{course.title}</Heading>
				<p className="course-card-text">{course.description}</p>
				<div className="mt-auto grid gap-3 pt-2">
					{progress && (
						<div className="grid gap-1.5">
							<p className="text-small text-muted tabular-nums">
								{progress.completed}/{progress.total} complete
							</p>
							<Progress
								value={percentOf(progress)}
								label={`Progress in ${course.title}`}
								valueText={`${progress.completed} of ${progress.total} complete`}
							/>
						</div>
					)}
					<a className={buttonClass({ variant: progress ? 'primary' : 'line' })} href={courseHref(course)}>
						{linkText}
						<span className="sr-only">: {course.title}</span>
					</a>
				</div>
			</div>
		</article>
	)
}
