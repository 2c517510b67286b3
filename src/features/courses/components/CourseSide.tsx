import { useStore } from '@nanostores/react'
import { Check, Lock } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { buttonClass, classes } from '#src/components/ui/styles.ts'
import type { ModuleLock } from '#src/features/course-access/lock-contract.ts'
import { lockLabel } from '#src/features/course-access/module-lock.ts'
import { DiscussionCount } from '#src/features/discussion/components/DiscussionCount.tsx'
import type { DiscussionState } from '#src/features/discussion/contract.ts'
import { labelOf } from '#src/features/modules/types/registry.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { type CourseProgress, NO_MODULES } from '../contract.ts'
import { percentOf } from '../course-format.ts'
import { enrollMutation } from '../queries.ts'
import { $shownModule, moduleLink } from './course-modules.ts'
import type { ListedModule, LockOf } from './use-locks.ts'
import type { CourseReading } from './use-progress.ts'

const factsOf = ({ type, effort }: ListedModule) => [labelOf(type), effort].filter(Boolean).join(' · ')

function Facts({ progress, isNew }: { progress: CourseProgress; isNew: boolean }) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		// The enroll button was just removed, so the focus moves here.
		if (isNew) heading.current?.focus()
	}, [isNew])
	const percent = percentOf(progress)
	return (
		<>
			<h2 ref={heading} tabIndex={-1} id="your-progress" className="text-ui text-muted outline-none">
				Your Progress
			</h2>
			<p className="mt-1 mb-2 flex items-baseline gap-3">
				<span className="stat-number">{percent}%</span>
				<span className="text-small text-muted tabular-nums">
					{progress.completed}/{progress.total} complete
				</span>
			</p>
			<Progress
				value={percent}
				label="Course progress"
				valueText={`${progress.completed} of ${progress.total} complete`}
			/>
		</>
	)
}

type RowProps = {
	module: ListedModule
	/** Counted from one. */
	number: number
	count: number
	isShown: boolean
	/** Undefined without enrollment, and while unknown. */
	isDone: boolean | undefined
	/** What locks the module for this reader. */
	lock: ModuleLock | undefined
	discussion: DiscussionState | undefined
}

function ModuleRow({ module, number, count, isShown, isDone, lock, discussion }: RowProps) {
	const facts = lock ? lockLabel(lock) : factsOf(module)
	return (
		<a className="outline-row" aria-current={isShown || undefined} {...moduleLink(module.id)}>
			<span className={classes('progress-mark', isDone && 'progress-mark-done')} aria-hidden="true">
				{isDone ? <Check strokeWidth={3} /> : lock ? <Lock strokeWidth={2} /> : number}
			</span>
			<span className="min-w-0 flex-1">
				<span className="sr-only">
					Module {number} of {count}:{' '}
				</span>
				<span className="block">{module.title}</span>
				<span className="block text-tiny text-muted">
					{facts}
					{discussion && discussion.count > 0 && (
						<>
							{' · Discussion'}
							<DiscussionCount of={discussion} />
						</>
					)}
				</span>
			</span>
			<span className={classes('progress-state', isDone ? 'text-green' : 'text-muted')}>
				{isDone ? 'Completed' : lock ? 'Locked' : isDone === undefined ? '' : 'Not completed'}
			</span>
		</a>
	)
}

/**
 * Placeholder of a module's row until the sign-in is known. A single element, since every page has one per module;
 * CSS draws its lines from attributes, because real text would be in the page twice.
 */
const GhostRow = ({ module }: { module: ListedModule }) => (
	<li
		className="outline-row outline-ghost border-b border-rule"
		data-title={module.title}
		// In UTC, so server and browser render the same.
		data-facts={module.lock ? lockLabel(module.lock, 'UTC') : factsOf(module)}
	/>
)

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
 * The side for members. It has the same height while loading, before and after enrollment, so nothing below it moves;
 * that is why the modules are listed in every state.
 */
function MemberSide({ courseId, modules, reading, lockOf, discussions }: SideProps) {
	const { progress, isCompleted, knowsModules, failed } = reading
	const enroll = useMutation(enrollMutation(courseId))
	const shown = useStore($shownModule, { ssr: 'initial' })
	const isWaiting = progress === undefined && !failed
	const label = progress ? { 'aria-labelledby': 'your-progress' } : { 'aria-label': 'Modules' }
	return (
		<section className="for-signed-in" {...label}>
			<div className="progress-head">
				{failed ? (
					<FetchError {...failed} />
				) : progress === undefined ? (
					<div role="status">
						<span className="sr-only">Loading your progress...</span>
						<Skeleton className="h-12.5 w-full" />
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
					<Facts progress={progress} isNew={enroll.isSuccess} />
				)}
			</div>
			{modules.length > 0 && (
				<ol className="mt-5 border-t border-rule text-small" aria-hidden={isWaiting || undefined}>
					{modules.map((module, index) =>
						isWaiting ? (
							<GhostRow key={module.id} module={module} />
						) : (
							<li key={module.id} className="border-b border-rule">
								<ModuleRow
									module={module}
									number={index + 1}
									count={modules.length}
									isShown={module.id === shown}
									isDone={progress && knowsModules ? isCompleted(module.id) : undefined}
									lock={lockOf(module)}
									discussion={discussions?.find(({ moduleId }) => moduleId === module.id)}
								/>
							</li>
						),
					)}
				</ol>
			)}
		</section>
	)
}

/**
 * Enrollment and progress, next to the course. Until the sign-in is known the page has both forms, and the style sheet
 * shows one.
 */
export const CourseSide = memo(function CourseSide(props: SideProps) {
	const { modules, isForMembers } = props
	const { viewer } = props.reading
	return (
		<>
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
