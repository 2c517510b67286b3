import { Fragment, lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { DiscussionSkeleton } from '#src/features/discussion/components/DiscussionSkeleton.tsx'
import { CompleteToggle } from './CompleteToggle.tsx'
import { CourseBar, CourseEnd, DoneMark } from './CourseProgress.tsx'
import { CourseSide, type ListedModule } from './CourseSide.tsx'
import { BAR_SLOT, completeSlot, DISCUSSION_SHOWN, discussionSlot, doneSlot, END_SLOT } from './module-slots.ts'
import { usePlace } from './use-place.ts'
import { useProgress } from './use-progress.ts'

/** Loaded when a discussion is opened: its form is more than the rest of the page. */
const Discussion = lazy(async () => ({
	default: (await import('#src/features/discussion/components/Discussion.tsx')).Discussion,
}))

/** Puts `children` into an element of the page around the island. */
function Into({ id, children }: { id: string; children: ReactNode }) {
	const place = document.getElementById(id)
	return place && createPortal(children, place)
}

const isInView = (number: number) =>
	document.getElementById(discussionSlot(number))?.closest('[data-state="active"]') != null

/** Whether the discussion of each module was looked at. It is fetched then, and stays, with what was written in it. */
function useOpened(count: number): readonly boolean[] {
	const [opened, setOpened] = useState<readonly boolean[]>([])
	useEffect(() => {
		const look = () =>
			setOpened((before) => Array.from({ length: count }, (_, index) => before[index] || isInView(index + 1)))
		look()
		window.addEventListener(DISCUSSION_SHOWN, look)
		return () => window.removeEventListener(DISCUSSION_SHOWN, look)
	}, [count])
	return opened
}

/**
 * The one island that every course page has: enrolment and progress beside the course, and in the frame of each module
 * the completion button and the discussion. The frames themselves are plain HTML. `memo`, since Astro renders a bare
 * function twice: it tries whether that is a component at all.
 */
export const CourseLearning = memo(function CourseLearning({
	courseId,
	title,
	modules,
}: {
	courseId: string
	title: string
	modules: ListedModule[]
}) {
	const { viewer, progress, steps, isCompleted, failed } = useProgress(courseId)
	const [isAwake, setIsAwake] = useState(false)
	useEffect(() => setIsAwake(true), [])
	const opened = useOpened(modules.length)
	usePlace(courseId, steps, viewer === null || progress === null || failed !== undefined)
	return (
		<>
			<CourseSide courseId={courseId} modules={modules} />
			{isAwake &&
				viewer &&
				modules.map((module, index) => (
					<Fragment key={module.id}>
						<Into id={completeSlot(index + 1)}>
							<CompleteToggle courseId={courseId} module={module} />
						</Into>
						{isCompleted(module.id) && (
							<Into id={doneSlot(index + 1)}>
								<DoneMark />
							</Into>
						)}
					</Fragment>
				))}
			{isAwake && progress && (
				<>
					<Into id={END_SLOT}>
						<CourseEnd title={title} progress={progress} />
					</Into>
					<Into id={BAR_SLOT}>
						<CourseBar modules={modules} progress={progress} />
					</Into>
				</>
			)}
			{modules.map(
				({ id }, index) =>
					opened[index] && (
						<Into key={id} id={discussionSlot(index + 1)}>
							<Suspense fallback={<DiscussionSkeleton />}>
								<Discussion moduleId={id} viewer={viewer} />
							</Suspense>
						</Into>
					),
			)}
		</>
	)
})
