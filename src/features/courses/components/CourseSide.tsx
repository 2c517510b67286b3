import { memo, useEffect } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { DiscussionState } from '#src/features/discussion/contract.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { type CourseProgress, NO_MODULES } from '../contract.ts'
import { percentOf } from '../course-format.ts'
import { enrollMutation } from '../queries.ts'
import { ContinueLink } from './ContinueLink.tsx'
import { goToModule } from './course-modules.ts'
import { Outline } from './Outline.tsx'
import type { ListedModule, LockOf } from './use-locks.ts'
import type { CourseReading } from './use-progress.ts'

function Facts({ progress }: { progress: CourseProgress }) {
	const percent = percentOf(progress)
	return (
		<>
			<div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
				<h2 tabIndex={-1} id="your-progress" className="text-ui text-muted outline-none">
					Your Progress
				</h2>
				<p className="flex items-baseline gap-3">
					<span className="stat-number">{percent}%</span>
					<span className="text-small text-muted tabular-nums">
						{progress.completed}/{progress.total} complete
					</span>
				</p>
			</div>
			<Progress
				value={percent}
				label="Course progress"
				valueText={`${progress.completed} of ${progress.total} complete`}
			/>
		</>
	)
}

type SideProps = {
	courseId: string
	modules: readonly ListedModule[]
	reading: CourseReading
	lockOf: LockOf
	isForMembers?: boolean
	/** Undefined while unknown. */
	discussions: readonly DiscussionState[] | undefined
}

/**
 * The side column for members. Enrollment is known at the first paint (`enrolled-hint.ts`), and both layouts have the
 * same height while loading, so nothing below moves. That is why the modules are listed in every state.
 */
function MemberSide({ courseId, modules, reading, lockOf, discussions }: SideProps) {
	const { progress, steps, failed } = reading
	const enroll = useMutation(enrollMutation(courseId))
	const isNew = enroll.isSuccess && steps !== undefined
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the modules are known
	useEffect(() => {
		// The pressed button is gone, so the focus moves to the first module, or to the outline if all are locked.
		if (isNew) steps[0] ? goToModule(steps[0].moduleId) : document.getElementById('your-progress')?.focus()
	}, [isNew])
	const label = progress ? { 'aria-labelledby': 'your-progress' } : { 'aria-label': 'Modules' }
	return (
		<section className="for-signed-in" {...label}>
			<div className="progress-head">
				{failed ? (
					<FetchError {...failed} />
				) : progress === undefined ? (
					<div role="status">
						<span className="sr-only">Loading your progress...</span>
						<Skeleton className="h-9 w-full" />
					</div>
				) : progress === null && modules.length === 0 ? (
					<p className="text-small text-muted">{NO_MODULES[1]}</p>
				) : progress === null ? (
					<>
						<Button size="lg" className="w-full" loading={enroll.isPending} onClick={() => enroll.mutate()}>
							{enroll.isPending ? 'Enrolling...' : 'Enroll in Course'}
						</Button>
						<p className="mt-1.5 text-small text-muted">Enroll to keep your progress.</p>
					</>
				) : (
					<Facts progress={progress} />
				)}
			</div>
			<Outline isWaiting={progress === undefined && !failed} {...{ modules, reading, lockOf, discussions }} />
			<p className="course-way">{progress && <ContinueLink modules={modules} progress={progress} steps={steps} />}</p>
		</section>
	)
}

/**
 * Enrollment and progress, next to the course. Until it is known whether the reader is signed in, the page contains
 * the layouts for visitors and for members, and CSS shows one.
 */
export const CourseSide = memo(function CourseSide(props: SideProps) {
	const { modules, isForMembers } = props
	const { viewer, hasLapsed } = props.reading
	return (
		<>
			{hasLapsed && (
				<div className="grid justify-items-start gap-3">
					<p className="text-small text-muted">Your progress is kept. You can go on once your membership is renewed.</p>
					<a className={buttonClass({ variant: 'line' })} href="/account/membership">
						Renew your membership
					</a>
				</div>
			)}
			{!viewer && (
				<div className="for-visitor grid justify-items-start gap-3">
					<p className="text-small text-muted">
						{isForMembers
							? 'This course is for members.'
							: modules.length === 0
								? NO_MODULES[1]
								: 'Open to everyone. Members keep their place, discuss and ask questions.'}
					</p>
					{isForMembers && (
						<p className="flex flex-wrap gap-3">
							<a className={buttonClass()} href="/apply">
								Apply for Membership
							</a>
							<a className={buttonClass({ variant: 'line' })} href="/auth">
								Log in
							</a>
						</p>
					)}
					{!isForMembers && modules.length > 0 && (
						<a className={buttonClass({ variant: 'line' })} href="/auth">
							Sign in to enroll
						</a>
					)}
				</div>
			)}
			{viewer !== null && <MemberSide {...props} />}
		</>
	)
})
