import { Picture } from '#src/components/ui/Picture.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { Course, EnrolledCourse } from '../../contract.ts'
import { moduleCountLabel, percentOf } from '../../course-format.ts'
import type { NextStep } from '../../next-step.ts'
import { courseHref } from './CourseCard.tsx'

/** Returns the strings for a step: above the heading, the heading, below it, the link, and the link's hidden part. */
function textsOf(step: NextStep) {
	const { course } = step
	if (step.kind === 'resume') {
		const { number, count, title, effort } = step.resume
		return {
			above: course.title,
			heading: title,
			below: `Next: module ${number} of ${count}${effort && ` · ${effort}`}`,
			link: `Resume module ${number}`,
			hiddenText: `: ${title}`,
		}
	}
	return {
		above: { locked: 'The next module is not open yet', start: 'Up next', next: 'Your next course' }[step.kind],
		heading: course.title,
		below: moduleCountLabel(course.moduleCount),
		link: 'Open the course',
		hiddenText: `: ${course.title}`,
	}
}

const progressOf = (course: Course | EnrolledCourse) => ('progress' in course ? course.progress : undefined)

/** The course to continue with. Rendered only on the server. */
export function NextStepCard({ step }: { step: NextStep }) {
	const { course } = step
	const { above, heading, below, link, hiddenText } = textsOf(step)
	const progress = progressOf(course)
	return (
		<section className="card next-step" aria-labelledby="next-step-title">
			<Picture src={course.imageUrl} of={course.id} className="next-step-picture" />
			<div className="next-step-text">
				<p className="text-small text-muted" dir="auto">
					{above}
				</p>
				<h2 id="next-step-title" className="text-subtitle" dir="auto">
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
			<a className={buttonClass({ className: 'next-step-link' })} href={courseHref(course)}>
				{link}
				<span className="sr-only">{hiddenText}</span>
			</a>
		</section>
	)
}
