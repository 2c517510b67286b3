import { lazy, useState } from 'react'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { DiscussionSkeleton } from '#src/features/discussion/components/DiscussionSkeleton.tsx'
import { ModuleView } from '#src/features/modules/components/ModuleView.tsx'
import type { CourseModule } from '#src/features/modules/contract.ts'
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
}

/** A module that is open to its reader but not public: fetched content in the form of `ModuleArticle.astro`. */
export function LockedModule({ reading, module, number, frameHosts }: Props) {
	const reader = useReadingState(module.id, reading)
	const [tab, setTab] = useState('content')
	const [isTalkOpen, setIsTalkOpen] = useState(false)
	return (
		<Tabs
			label={`Module ${number}: ${module.title}`}
			value={tab}
			onValueChange={(value) => {
				setTab(value)
				if (value === 'discussion') setIsTalkOpen(true)
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
					label: 'Discussion',
					content: isTalkOpen && (
						<LazyPart fallback={<DiscussionSkeleton />}>
							<Discussion moduleId={module.id} viewer={reader.viewer} />
						</LazyPart>
					),
				},
			]}
		/>
	)
}
