import type { ReactNode } from 'react'
import type { EnrolledCourse } from '../../contract.ts'
import { isComplete, percentOf } from '../../course-format.ts'
import { CourseCard } from './CourseCard.tsx'

const sections = [
	{ title: 'Continue Learning', action: 'Continue' },
	{ title: 'Not Started', action: 'Start Learning' },
	{ title: 'Completed', action: 'Review Course' },
] as const

const sectionOf = (course: EnrolledCourse, begun: readonly EnrolledCourse[]): (typeof sections)[number]['title'] =>
	isComplete(course.progress) ? 'Completed' : begun.includes(course) ? 'Continue Learning' : 'Not Started'

function countsOf(courses: readonly EnrolledCourse[]) {
	const sum = (of: 'completed' | 'total') => courses.reduce((count, { progress }) => count + progress[of], 0)
	return [
		['Enrolled Courses', courses.length],
		['Completed Courses', courses.filter(({ progress }) => isComplete(progress)).length],
		['Overall Progress', `${percentOf({ completed: sum('completed'), total: sum('total') })}%`],
	] as const
}

function NextModule({ number, count, title, effort }: ResumePoint) {
	return (
		<p className="resume-point">
			<span className="block text-tiny text-muted">
				Next: module {number} of {count}
				{effort && ` · ${effort}`}
			</span>
			<span className="block text-balance font-serif text-subtitle font-title">{title}</span>
		</p>
	)
}

type ResumePoint = { courseId: string; title: string; number: number; count: number; effort: string }
type Props = {
	courses: readonly EnrolledCourse[]
	/** Courses that are started and not finished. */
	begun: readonly EnrolledCourse[]
	/** Where the member continues: this course comes first, as one wide card. */
	resume?: ResumePoint | undefined
	/** Other news, next to the course to continue. */
	children?: ReactNode
}

/** A member's own courses. Rendered only on the server: nothing here needs a script. */
export function DashboardCourses({ courses, begun, resume, children }: Props) {
	const resumed = begun.find(({ id }) => id === resume?.courseId)
	const others = courses.filter((course) => course !== resumed)
	return (
		<>
			<dl className="stats stats-row mt-3 sm:mt-8">
				{countsOf(courses).map(([name, count]) => (
					<div key={name} className="flex flex-col-reverse justify-end">
						<dt className="stat-name">{name}</dt>
						<dd className="stat-number">{count}</dd>
					</div>
				))}
			</dl>
			{!resumed && children && <div className="home-top mt-5 sm:mt-12">{children}</div>}
			{sections.map(({ title, action }, index) => {
				const matching = others.filter((course) => sectionOf(course, begun) === title)
				const first = index === 0 ? resumed : undefined
				if (matching.length === 0 && !first) return null
				return (
					<section key={title} className="mt-4 sm:mt-12" aria-label={title}>
						<h2 className="mb-2 text-subtitle sm:mb-5 sm:text-title">{title}</h2>
						{first && (
							<div className="home-top">
								<div className="resume-card">
									<CourseCard
										course={first}
										progress={first.progress}
										action={action}
										headingLevel={3}
										note={resume && <NextModule {...resume} />}
									/>
								</div>
								{children}
							</div>
						)}
						{matching.length > 0 && (
							<ul className="course-cards">
								{matching.map((course) => (
									<li key={course.id}>
										<CourseCard course={course} progress={course.progress} action={action} headingLevel={3} />
									</li>
								))}
							</ul>
						)}
					</section>
				)
			})}
		</>
	)
}
