import { Check } from 'lucide-react'
import { Button } from '#src/components/ui/Button.tsx'
import { getQuizStateQuery } from '#src/features/modules/queries.ts'
import { findType } from '#src/features/modules/types/registry.ts'
import { useQuery } from '#src/lib/api/query.ts'
import type { CourseReading } from './use-progress.ts'
import { useReadingState } from './use-reading-state.ts'

type Props = { reading: CourseReading; module: { id: string; title: string; type: string } }

/** Asks members to pass the quiz first. Once they have, its result offers to complete the module. */
function PassFirst({ moduleId }: { moduleId: string }) {
	// Reads only the cache: the quiz itself fetches its state when the reader reaches it.
	const { data } = useQuery(getQuizStateQuery(moduleId), { enabled: false })
	// An element is needed, because CSS shows the button's placeholder while the slot is empty.
	if (data?.hasPassed) return <span />
	return <p className="text-tiny text-muted">Pass the quiz to complete this module.</p>
}

export function CompleteToggle({ reading, module }: Props) {
	const reader = useReadingState(module.id, reading)
	const { progress, knowsModules, failed } = reading
	if (!reader.viewer) return null
	if (progress === undefined || !knowsModules)
		return failed ? <p className="text-tiny text-muted">Your progress could not be loaded</p> : null
	if (findType(module.type)?.needsPass && !reader.isCompleted) return <PassFirst moduleId={module.id} />
	const isLocked = !reader.isEnrolled
	return (
		<>
			<Button
				variant="line"
				className={reader.isCompleted ? 'text-green' : ''}
				aria-pressed={reader.isCompleted}
				loading={reader.isSaving}
				disabled={isLocked}
				aria-describedby={isLocked ? `locked-${module.id}` : undefined}
				onClick={() => reader.setCompleted(!reader.isCompleted)}
			>
				{reader.isCompleted && <Check aria-hidden="true" className="size-4" strokeWidth={2.25} />}
				{reader.isCompleted ? 'Completed' : 'Mark Complete'}
				<span className="sr-only">: {module.title}</span>
			</Button>
			{isLocked && (
				<p id={`locked-${module.id}`} className="text-tiny text-muted">
					Enroll to keep your progress
				</p>
			)}
		</>
	)
}
