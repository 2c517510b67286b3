import type { EnrolledCourse } from '../contract.ts'
import { isBegun, isComplete, percentOf } from '../course-format.ts'
import { CourseCard } from './CourseCard.tsx'

const sections = [
	{
		title: 'Continue Learning',
		action: 'Continue',
		matches: (course: EnrolledCourse) => isBegun(course.progress),
	},
	{
		title: 'Not Started',
		action: 'Start Learning',
		matches: (course: EnrolledCourse) => course.progress.completed === 0,
	},
	{ title: 'Completed', action: 'Review Course', matches: (course: EnrolledCourse) => isComplete(course.progress) },
] as const

/** The three figures of a member: of all modules in all their courses, how many are done. */
function figuresOf(courses: readonly EnrolledCourse[]) {
	const sum = (of: 'completed' | 'total') => courses.reduce((count, { progress }) => count + progress[of], 0)
	return [
		['Enrolled Courses', courses.length],
		['Completed Courses', courses.filter(({ progress }) => isComplete(progress)).length],
		['Overall Progress', `${percentOf({ completed: sum('completed'), total: sum('total') })}%`],
	] as const
}

/** Which module comes next in a course, below its description. */
function NextModule({ number, count, title, effort }: ResumePoint) {
	return (
		<p className="resume-point">
			<span className="block text-tiny text-muted">
				Next: module {number} of {count}
				{effort && ` · ${effort}`}
			</span>
			<span className="block font-serif text-subtitle font-title">{title}</span>
		</p>
	)
}

type ResumePoint = { courseId: string; title: string; number: number; count: number; effort: string }
type Props = {
	courses: readonly EnrolledCourse[]
	/** Where they go on: its course comes first, as one wide card. */
	resume?: ResumePoint | undefined
}

/** What a member sees of their own courses. Rendered on the server alone: nothing here needs a script. */
export function DashboardCourses({ courses, resume }: Props) {
	const isResumed = ({ id }: EnrolledCourse) => id === resume?.courseId
	return (
		<>
			<dl className="stats stats-row mt-8">
				{figuresOf(courses).map(([name, figure]) => (
					<div key={name} className="flex flex-col-reverse justify-end">
						<dt className="stat-name">{name}</dt>
						<dd className="stat-figure">{figure}</dd>
					</div>
				))}
			</dl>
			{sections.map(({ title, action, matches }) => {
				const matching = courses.filter(matches)
				if (matching.length === 0) return null
				return (
					<section key={title} className="mt-8 sm:mt-12" aria-label={title}>
						<h2 className="mb-5 text-title">{title}</h2>
						<ul className="course-cards">
							{[...matching.filter(isResumed), ...matching.filter((course) => !isResumed(course))].map((course) => (
								<li key={course.id} className={isResumed(course) ? 'resume-card' : undefined}>
									<CourseCard
										course={course}
										progress={course.progress}
										action={action}
										headingLevel={3}
										note={resume && isResumed(course) ? <NextModule {...resume} /> : undefined}
									/>
								</li>
							))}
						</ul>
					</section>
				)
			})}
		</>
	)
}
