import { ModuleView } from '#src/features/modules/components/ModuleView.tsx'
import type { ShownModule } from '#src/features/modules/components/reading-state.ts'
import { useProgress } from './use-progress.ts'
import { useReadingState } from './use-reading-state.ts'

/** The interactive part of a module: its quiz or its journal. */
export function ModuleActivity({ courseId, module }: { courseId: string; module: ShownModule }) {
	return <ModuleView module={module} readingState={useReadingState(module.id, useProgress(courseId))} />
}
