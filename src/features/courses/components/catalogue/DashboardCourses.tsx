import type { EnrolledCourse } from '../../contract.ts'
import { isComplete, percentOf } from '../../course-format.ts'
import { CourseCard } from './CourseCard.tsx'

const sections = [
	{ title: 'Continue Learning', action: 'Continue' },
	{ title: 'Not Started', action: 'Start Learning' },
	{ title: 'Completed', action: 'Review Course' },
] as const

const sectionOf = (course: EnrolledCourse, started: readonly EnrolledCourse[]): (typeof sections)[number]['title'] =>
	isComplete(course.progress) ? 'Completed' : started.includes(course) ? 'Continue Learning' : 'Not Started'

function countsOf(courses: readonly EnrolledCourse[]) {
	const sum = (of: 'completed' | 'total') => courses.reduce((count, { progress }) => count + progress[of], 0)
	return [
		['Enrolled Courses', courses.length],
		['Completed Courses', courses.filter(({ progress }) => isComplete(progress)).length],
		['Overall Progress', `${percentOf({ completed: sum('completed'), total: sum('total') })}%`],
	] as const
}

type Props = {
	courses: readonly EnrolledCourse[]
	/** Courses that are started but not finished, most recent first. */
	begun: readonly EnrolledCourse[]
}

/** A member's own courses. Rendered only on the server: nothing here needs a script. */
export function DashboardCourses({ courses, begun }: Props) {
	const inOrder = [...begun, ...courses.filter((course) => !begun.includes(course))]
	return (
		<>
			<dl className="home-facts">
				{countsOf(courses).map(([name, count]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{count}</dd>
					</div>
				))}
			</dl>
			{sections.map(({ title, action }) => {
				const matching = inOrder.filter((course) => sectionOf(course, begun) === title)
				if (matching.length === 0) return null
				return (
					<section key={title} className="mt-8 sm:mt-10" aria-label={title}>
						<h2 className="mb-3 text-subtitle sm:mb-5 sm:text-title">{title}</h2>
						<ul className="course-cards">
							{matching.map((course) => (
								<li key={course.id}>
									<CourseCard course={course} progress={course.progress} action={action} headingLevel={3} />
								</li>
							))}
						</ul>
					</section>
				)
			})}
		</>
	)
}
