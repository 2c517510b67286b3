import { Fragment, lazy, memo, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { lockLabel } from '#src/features/course-access/module-lock.ts'
import { DiscussionCount } from '#src/features/discussion/components/DiscussionCount.tsx'
import { DiscussionSkeleton } from '#src/features/discussion/components/DiscussionSkeleton.tsx'
import type { DiscussionState } from '#src/features/discussion/contract.ts'
import { listDiscussionsQuery } from '#src/features/discussion/queries.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { showEnrolled } from '../enrolled-hint.ts'
import { CompleteToggle } from './CompleteToggle.tsx'
import { CourseEnd } from './CourseEnd.tsx'
import { CourseBar, DoneMark } from './CourseProgress.tsx'
import { CourseSide } from './CourseSide.tsx'
import { DISCUSSION_SHOWN } from './course-modules.ts'
import {
	BAR_SLOT,
	completeSlot,
	contentSlot,
	countSlot,
	discussionSlot,
	doneSlot,
	END_SLOT,
	lockSlot,
} from './module-slots.ts'
import { type ListedModule, type LockOf, useLocks } from './use-locks.ts'
import { usePlace } from './use-place.ts'
import { type CourseReading, useProgress } from './use-progress.ts'
import { useRelease } from './use-release.ts'

/** Loaded when a discussion opens, because its code is larger than that of the rest of the page. */
const Discussion = lazy(async () => ({
	default: (await import('#src/features/discussion/components/Discussion.tsx')).Discussion,
}))

/** Loaded for a module that is open to its reader but not to everyone. */
const LockedModule = lazy(async () => ({ default: (await import('./LockedModule.tsx')).LockedModule }))

/** Renders `children` into an element of the page outside the island. */
function Portal({ id, children }: { id: string; children: ReactNode }) {
	const element = document.getElementById(id)
	return element && createPortal(children, element)
}

const isInView = (number: number) =>
	document.getElementById(discussionSlot(number))?.closest('[data-state="active"]') != null

/** Tracks which discussions were opened. An opened discussion stays mounted and keeps its draft. */
function useOpenedDiscussions(count: number): readonly boolean[] {
	const [opened, setOpened] = useState<readonly boolean[]>([])
	useEffect(() => {
		const update = () =>
			setOpened((current) => Array.from({ length: count }, (_, index) => current[index] || isInView(index + 1)))
		update()
		window.addEventListener(DISCUSSION_SHOWN, update)
		return () => window.removeEventListener(DISCUSSION_SHOWN, update)
	}, [count])
	return opened
}

type CompletionProps = { modules: readonly ListedModule[]; reading: CourseReading; lockOf: LockOf }

/** Renders the completion button and the completed mark into the frame of each module. */
const CompletionParts = memo(function CompletionParts({ modules, reading, lockOf }: CompletionProps) {
	return modules.map((module, index) => (
		<Fragment key={module.id}>
			{!lockOf(module) && (
				<Portal id={completeSlot(index + 1)}>
					<CompleteToggle reading={reading} module={module} />
				</Portal>
			)}
			{reading.isCompleted(module.id) && (
				<Portal id={doneSlot(index + 1)}>
					<DoneMark />
				</Portal>
			)}
		</Fragment>
	))
})

type LockedProps = {
	modules: readonly ListedModule[]
	reading: CourseReading
	locks: ReturnType<typeof useLocks>
	frameHosts: readonly string[]
	discussions: readonly DiscussionState[] | undefined
}

/** Renders the fetched content of modules that are not public into their slots on the page. */
function LockedModules({ modules, reading, locks, frameHosts, discussions }: LockedProps) {
	const { lockOf, contentOf, refetch, failed } = locks
	const opening = modules.flatMap((module) => lockOf(module)?.opensAt ?? [])
	useRelease(opening, () => void refetch())
	const labels = modules.map((module) => {
		const lock = module.lock && lockOf(module)
		return lock && lockLabel(lock)
	})
	const labelText = labels.join('|')
	// biome-ignore lint/correctness/useExhaustiveDependencies: `labelText` changes whenever a label changes
	useEffect(() => {
		for (const [index, module] of modules.entries()) {
			const slot = module.lock && document.getElementById(lockSlot(index + 1))
			if (!slot) continue
			slot.hidden = labels[index] === undefined
			if (labels[index] !== undefined) slot.querySelector('[data-lock-label]')?.replaceChildren(labels[index])
			slot.closest('[data-module]')?.toggleAttribute('data-locked', labels[index] !== undefined)
		}
	}, [labelText])
	return modules.map((module, index) => {
		const content = contentOf(module)
		if (!module.lock || lockOf(module)) return null
		return (
			<Portal key={module.id} id={contentSlot(index + 1)}>
				{failed && !content ? (
					<div className="mt-4">
						<FetchError {...failed} />
					</div>
				) : (
					<LazyPart fallback={<LockedSkeleton />}>
						{content ? (
							<LockedModule
								reading={reading}
								module={content}
								number={index + 1}
								frameHosts={frameHosts}
								discussion={discussions?.find(({ moduleId }) => moduleId === module.id)}
							/>
						) : (
							<LockedSkeleton />
						)}
					</LazyPart>
				)}
			</Portal>
		)
	})
}

const LockedSkeleton = () => (
	<div role="status">
		<span className="sr-only">Loading module...</span>
		<Skeleton className="h-40 w-full" />
	</div>
)

type Props = {
	courseId: string
	title: string
	modules: ListedModule[]
	isForMembers?: boolean
	frameHosts?: readonly string[]
}

/**
 * The one island that every course page has: enrollment and progress next to the course, and a completion button and
 * a discussion per module. The frames of the modules are static HTML.
 */
export function CourseLearning({ courseId, title, modules, isForMembers = false, frameHosts = [] }: Props) {
	const locks = useLocks(courseId, modules)
	const { lockOf } = locks
	const reading = useProgress(courseId)
	const { viewer, progress, steps, failed, isEnrolled } = reading
	const [isMounted, setIsMounted] = useState(false)
	useEffect(() => setIsMounted(true), [])
	// Updates in the same frame as the outline, so that nothing moves twice.
	useLayoutEffect(() => {
		if (viewer === null || isEnrolled !== undefined) showEnrolled(isEnrolled ?? false)
	}, [viewer, isEnrolled])
	const { data: discussions } = useQuery(listDiscussionsQuery(courseId), { enabled: Boolean(viewer) })
	const opened = useOpenedDiscussions(modules.length)
	usePlace(courseId, steps, viewer === null || progress === null || failed !== undefined)
	return (
		<>
			<CourseSide {...{ courseId, modules, reading, lockOf, isForMembers, discussions }} />
			{isMounted && viewer && modules.some(({ lock }) => lock) && (
				<LockedModules {...{ modules, reading, locks, frameHosts, discussions }} />
			)}
			{isMounted && viewer && <CompletionParts modules={modules} reading={reading} lockOf={lockOf} />}
			{isMounted && progress && (
				<>
					<Portal id={END_SLOT}>
						<CourseEnd title={title} modules={modules} progress={progress} filesOf={locks.filesOf} />
					</Portal>
					<Portal id={BAR_SLOT}>
						<CourseBar modules={modules} progress={progress} />
					</Portal>
				</>
			)}
			{isMounted &&
				discussions &&
				modules.map(({ id }, index) => (
					<Portal key={id} id={countSlot(index + 1)}>
						<DiscussionCount of={discussions.find(({ moduleId }) => moduleId === id)} />
					</Portal>
				))}
			{modules.map(
				({ id }, index) =>
					opened[index] && (
						<Portal key={id} id={discussionSlot(index + 1)}>
							<LazyPart fallback={<DiscussionSkeleton />}>
								<Discussion moduleId={id} viewer={viewer} />
							</LazyPart>
						</Portal>
					),
			)}
		</>
	)
}
