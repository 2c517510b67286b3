import { Picture } from '#src/components/ui/Picture.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { Course, EnrolledCourse } from '../../contract.ts'
import { moduleCountLabel, percentOf } from '../../course-format.ts'
import type { NextStep } from '../../next-step.ts'
import { courseHref } from './CourseCard.tsx'

/** What is said about a step: above its heading, the heading, below it, and the link with its hidden rest. */
function wordsOf(step: NextStep) {
	const { course } = step
	if (step.kind === 'resume') {
		const { number, count, title, effort } = step.resume
		return {
			above: course.title,
			heading: title,
			below: `Next: module ${number} of ${count}${effort && ` · ${effort}`}`,
			link: `Resume module ${number}`,
			rest: `: ${title}`,
		}
	}
	return {
		above: { locked: 'The next module is not open yet', start: 'Up next', next: 'Your next course' }[step.kind],
		heading: course.title,
		below: moduleCountLabel(course.moduleCount),
		link: 'Open the course',
		rest: `: ${course.title}`,
	}
}

const progressOf = (course: Course | EnrolledCourse) => ('progress' in course ? course.progress : undefined)

/** The course to go on with. Rendered only on the server. */
export function GoOn({ step }: { step: NextStep }) {
	const { course } = step
	const { above, heading, below, link, rest } = wordsOf(step)
	const progress = progressOf(course)
	return (
		<section className="card go-on" aria-labelledby="go-on-title">
			<Picture src={course.imageUrl} of={course.id} className="go-on-picture" />
			<div className="go-on-text">
				<p className="text-small text-muted" dir="auto">
					{above}
				</p>
				<h2 id="go-on-title" className="text-subtitle" dir="auto">
					{heading}
				</h2>
				<p className="text-small text-muted">{below}</p>
				{progress && progress.completed > 0 && (
					<Progress
						value={percentOf(progress)}
						label="Progress so far"
						valueText={`${progress.completed} of ${progress.total} complete`}
					/>
				)}
			</div>
			<a className={buttonClass({ className: 'go-on-link' })} href={courseHref(course)}>
				{link}
				<span className="sr-only">{rest}</span>
			</a>
		</section>
	)
}
