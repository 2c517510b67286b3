import { lazy, useState } from 'react'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { DiscussionSkeleton } from '#src/features/discussion/components/DiscussionSkeleton.tsx'
import { ModuleView } from '#src/features/modules/components/ModuleView.tsx'
import { WorksheetList } from '#src/features/modules/components/WorksheetList.tsx'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { typeNamed } from '#src/features/modules/types/registry.ts'
import { worksheetsOf } from '#src/features/modules/worksheets.ts'
import { withLineBreaks } from '#src/features/rich-text/components/rich-text.ts'
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
	const { id, title, description, type, content, additionalContent } = module
	const known = typeNamed(type)
	const files = known && <WorksheetList moduleTitle={title} files={worksheetsOf(additionalContent)} />
	const html = { __html: withLineBreaks(content, 2) }
	return (
		<Tabs
			label={`Module ${number}: ${title}`}
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
							{description && <p className="mb-4 text-muted">{description}</p>}
							{known ? (
								// biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on write and on read, see modules/server/sanitize.ts
								<div className="prose" dangerouslySetInnerHTML={html} />
							) : (
								<pre className="raw-content">{content}</pre>
							)}
							{known?.isActivity && files}
							<ModuleView
								module={{ id, title, type, additionalContent }}
								readingState={reader}
								frameHosts={frameHosts}
							/>
							{!known?.isActivity && files}
						</div>
					),
				},
				{
					value: 'discussion',
					label: 'Discussion',
					content: isTalkOpen && (
						<LazyPart fallback={<DiscussionSkeleton />}>
							<Discussion moduleId={id} viewer={reader.viewer} />
						</LazyPart>
					),
				},
			]}
		/>
	)
}
