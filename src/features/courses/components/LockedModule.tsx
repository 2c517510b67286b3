import { lazy, useState } from 'react'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { DiscussionCount } from '#src/features/discussion/components/DiscussionCount.tsx'
import { DiscussionSkeleton } from '#src/features/discussion/components/DiscussionSkeleton.tsx'
import type { DiscussionState } from '#src/features/discussion/contract.ts'
import { ModuleView } from '#src/features/modules/components/ModuleView.tsx'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { linkedDiscussion } from './course-modules.ts'
import type { CourseReading } from './use-progress.ts'
import { useReadingState } from './use-reading-state.ts'

const Discussion = lazy(async () => ({
	default: (await import('#src/features/discussion/components/Discussion.tsx')).Discussion,
}))

type Props = {
	reading: CourseReading
	module: CourseModule
	/** Counted from one. */
	number: number
	frameHosts: readonly string[]
	discussion: DiscussionState | undefined
}

/** A module that is open to its reader but not public: fetched content with the layout of `ModuleArticle.astro`. */
export function LockedModule({ reading, module, number, frameHosts, discussion }: Props) {
	const reader = useReadingState(module.id, reading)
	const [tab, setTab] = useState(() => (linkedDiscussion() === module.id ? 'discussion' : 'content'))
	const [isDiscussionOpen, setIsDiscussionOpen] = useState(tab === 'discussion')
	return (
		<Tabs
			label={`Module ${number}: ${module.title}`}
			value={tab}
			onValueChange={(value) => {
				setTab(value)
				if (value === 'discussion') setIsDiscussionOpen(true)
			}}
			tabs={[
				{
					value: 'content',
					label: 'Content',
					content: (
						<div data-content>
							{module.description && <p className="mb-4 text-muted">{module.description}</p>}
							<ModuleView module={module} below={2} readingState={reader} frameHosts={frameHosts} />
						</div>
					),
				},
				{
					value: 'discussion',
					label: (
						<>
							Discussion
							<DiscussionCount of={discussion} />
						</>
					),
					content: isDiscussionOpen && (
						<LazyPart fallback={<DiscussionSkeleton />}>
							<Discussion moduleId={module.id} viewer={reader.viewer} />
						</LazyPart>
					),
				},
			]}
		/>
	)
}
