import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Discussion } from '#src/features/discussion/components/Discussion.tsx'
import { ModuleView } from '#src/features/modules/components/ModuleView.tsx'
import type { Reader, ShownModule } from '#src/features/modules/components/reader.ts'
import { Tabs } from '#src/features/modules/components/Tabs.tsx'
import { setProgressMutation } from '#src/features/modules/queries.ts'
import { labelOf, typeNamed } from '#src/features/modules/types/registry.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { useProgress } from './use-progress.ts'

type Props = {
	courseId: string
	module: ShownModule
	/** Counted from one. */
	number: number
	/** The module's content, from the page's HTML. */
	children?: ReactNode
}

function CompleteToggle({ reader, module, toggle }: { reader: Reader; module: ShownModule; toggle(): void }) {
	if (!reader.viewer) return null
	// A quiz is completed from its result, once it is passed.
	if (typeNamed(module.type)?.needsPass && !reader.isCompleted) return null
	const isLocked = !reader.isEnrolled
	return (
		<div className="flex-none text-end">
			<Button
				variant="line"
				className={reader.isCompleted ? 'text-green' : ''}
				aria-pressed={reader.isCompleted}
				loading={reader.isSaving}
				disabled={isLocked}
				aria-describedby={isLocked ? `locked-${module.id}` : undefined}
				onClick={toggle}
			>
				{reader.isCompleted && <Check aria-hidden="true" className="size-4" strokeWidth={2.25} />}
				{reader.isCompleted ? 'Completed' : 'Mark Complete'}
				<span className="sr-only">: {module.title}</span>
			</Button>
			{isLocked && (
				<p id={`locked-${module.id}`} className="mt-1 text-tiny text-muted">
					Enroll to keep your progress
				</p>
			)}
		</div>
	)
}

/** One module of a course: its content, what its type adds, and its discussion. */
export function ModuleCard({ courseId, module, number, children }: Props) {
	const [tab, setTab] = useState('content')
	const { viewer, isEnrolled, isCompleted } = useProgress(courseId)
	const progress = useMutation(setProgressMutation(queryClient, module.id), queryClient)
	const reader: Reader = {
		viewer,
		isEnrolled,
		isCompleted: isCompleted(module.id),
		isSaving: progress.isPending,
		complete: () => progress.mutate(true),
	}
	const content = (
		<>
			{children}
			<ModuleView module={module} reader={reader} />
		</>
	)
	// Looked at for the first time the discussion is fetched; then it stays, with what was written in it.
	const [wasOpened, setWasOpened] = useState(false)
	const discussion = wasOpened ? <Discussion moduleId={module.id} viewer={viewer} /> : null
	return (
		<article className="card module-card" id={`module-${module.id}`} aria-labelledby={`title-${module.id}`}>
			<header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
				<div className="min-w-0 flex-1 basis-64">
					<p className="text-tiny text-muted">
						Module {number} · {labelOf(module.type)}
					</p>
					<h2 id={`title-${module.id}`} className="text-title">
						{module.title}
					</h2>
				</div>
				<CompleteToggle reader={reader} module={module} toggle={() => progress.mutate(!reader.isCompleted)} />
			</header>
			<Tabs
				label={`Module ${number}: ${module.title}`}
				value={tab}
				onValueChange={(value) => {
					setTab(value)
					if (value === 'discussion') setWasOpened(true)
				}}
				tabs={[
					{ value: 'content', label: 'Content', content },
					{ value: 'discussion', label: 'Discussion', content: discussion },
				]}
			/>
		</article>
	)
}
