import { Button } from '#src/components/ui/Button.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { CourseProgress } from '../contract.ts'
import { isComplete } from '../course-format.ts'
import { hasBegun, resumeAt } from '../resume.ts'
import { goToEnd } from './CourseEnd.tsx'
import { moduleLink } from './course-modules.ts'
import type { ListedModule } from './use-locks.ts'
import type { CourseReading } from './use-progress.ts'

type Props = { modules: readonly ListedModule[]; progress: CourseProgress; steps: CourseReading['steps'] }

/** Links from the outline to the first module, to the module to continue with, or to the end of the course. */
export function ContinueLink({ modules, progress, steps = [] }: Props) {
	if (isComplete(progress))
		return (
			<Button variant="line" onClick={goToEnd}>
				What comes next
			</Button>
		)
	const step = resumeAt(steps)
	// All remaining modules are locked.
	if (!step) return null
	const number = modules.findIndex(({ id }) => id === step.moduleId) + 1
	const hasStarted = hasBegun(steps)
	return (
		<>
			{!hasStarted && <span>We keep your place.</span>}
			<a className={buttonClass({ variant: 'line' })} {...moduleLink(step.moduleId)}>
				{hasStarted ? `Continue with module ${number}` : `Start module ${number}`}
			</a>
		</>
	)
}
