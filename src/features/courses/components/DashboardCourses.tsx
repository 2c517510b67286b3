import type { EnrolledCourse } from '../contract.ts'
import { isComplete, percentOf } from '../course-format.ts'
import { CourseCard } from './CourseCard.tsx'

const sections = [
	{
		title: 'Continue Learning',
		action: 'Continue',
		matches: (course: EnrolledCourse) => course.progress.completed > 0 && !isComplete(course.progress),
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

/** What a member sees of their own courses. Rendered on the server alone: nothing here needs a script. */
export function DashboardCourses({ courses }: { courses: readonly EnrolledCourse[] }) {
	return (
		<>
			<dl className="stats mt-8">
				{figuresOf(courses).map(([name, figure]) => (
					<div key={name} className="flex flex-col-reverse">
						<dt className="stat-name">{name}</dt>
						<dd className="stat-figure">{figure}</dd>
					</div>
				))}
			</dl>
			{sections.map(({ title, action, matches }) => {
				const matching = courses.filter(matches)
				if (matching.length === 0) return null
				return (
					<section key={title} className="mt-12" aria-label={title}>
						<h2 className="mb-5 text-title">{title}</h2>
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
