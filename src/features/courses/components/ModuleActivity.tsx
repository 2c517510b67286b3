import { ModuleView } from '#src/features/modules/components/ModuleView.tsx'
import type { ShownModule } from '#src/features/modules/components/reader.ts'
import { useProgress } from './use-progress.ts'
import { useReader } from './use-reader.ts'

/** What there is to do in a module: its quiz, its journal. */
export function ModuleActivity({ courseId, module }: { courseId: string; module: ShownModule }) {
	return <ModuleView module={module} reader={useReader(module.id, useProgress(courseId))} />
}
