import { useStore } from '@nanostores/react'
import { Check, Lock } from 'lucide-react'
import { classes } from '#src/components/ui/styles.ts'
import type { ModuleLock } from '#src/features/course-access/lock-contract.ts'
import { lockLabel } from '#src/features/course-access/module-lock.ts'
import { DiscussionCount } from '#src/features/discussion/components/DiscussionCount.tsx'
import type { DiscussionState } from '#src/features/discussion/contract.ts'
import { labelOf } from '#src/features/modules/types/registry.ts'
import { $shownModule, moduleLink } from './course-modules.ts'
import type { ListedModule, LockOf } from './use-locks.ts'
import type { CourseReading } from './use-progress.ts'

const factsOf = ({ type, effort }: ListedModule) => [labelOf(type), effort].filter(Boolean).join(' · ')

type RowProps = {
	module: ListedModule
	/** Counted from one. */
	number: number
	count: number
	isShown: boolean
	/** Undefined if not enrolled, and while unknown. */
	isDone: boolean | undefined
	/** The module's lock for this reader. */
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
				<span className="block text-tiny text-muted">{facts}</span>
			</span>
			<span className={classes('progress-state', isDone ? 'text-green' : 'text-muted')}>
				{isDone ? 'Completed' : lock ? 'Locked' : isDone === undefined ? '' : 'Not completed'}
				{/* Level with the facts, so the row does not grow when this loads. */}
				{discussion && discussion.count > 0 && (
					<span className="block text-tiny text-muted">
						{' '}
						Discussion
						<DiscussionCount of={discussion} />
					</span>
				)}
			</span>
		</a>
	)
}

/**
 * Placeholder for a module's row until it is known whether the reader is signed in. A single element, since every page
 * has one per module; CSS draws its lines from attributes, because real text would be in the page twice.
 */
const GhostRow = ({ module }: { module: ListedModule }) => (
	<li
		className="outline-row outline-ghost border-b border-rule"
		data-title={module.title}
		// In UTC, so server and browser render the same.
		data-facts={module.lock ? lockLabel(module.lock, 'UTC') : factsOf(module)}
	/>
)

type Props = {
	modules: readonly ListedModule[]
	reading: CourseReading
	/** Shows placeholders. */
	isWaiting: boolean
	lockOf: LockOf
	/** Undefined while unknown. */
	discussions: readonly DiscussionState[] | undefined
}

/** All modules of a course, with the reader's state in each. */
export function Outline({ modules, reading, isWaiting, lockOf, discussions }: Props) {
	const { progress, knowsModules, isCompleted } = reading
	const shown = useStore($shownModule, { ssr: 'initial' })
	if (modules.length === 0) return null
	return (
		<ol className="border-t border-rule text-small" aria-hidden={isWaiting || undefined}>
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
	)
}
