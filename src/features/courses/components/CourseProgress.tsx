import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp, Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { CourseProgress } from '../contract.ts'
import { isComplete, percentOf } from '../course-format.ts'
import { goToEnd } from './CourseEnd.tsx'
import { $shownModule } from './course-modules.ts'
import type { ListedModule } from './use-locks.ts'

export function DoneMark() {
	return (
		<span className="module-done" role="img" aria-label="Completed">
			<Check aria-hidden="true" strokeWidth={3} />
		</span>
	)
}

/** Widths at which modules are in one column and the progress is out of view; must match `course-progress.css`. */
const ONE_COLUMN = '(width < 60rem)'

function subscribeToWidth(onChange: () => void): () => void {
	const query = window.matchMedia(ONE_COLUMN)
	query.addEventListener('change', onChange)
	return () => query.removeEventListener('change', onChange)
}

/** The progress bar at the bottom of a narrow window: the current module, or the end, and a link to the outline. */
export function CourseBar({ modules, progress }: { modules: readonly ListedModule[]; progress: CourseProgress }) {
	const shown = useStore($shownModule, { ssr: 'initial' })
	const isNarrow = useSyncExternalStore(
		subscribeToWidth,
		() => window.matchMedia(ONE_COLUMN).matches,
		() => false,
	)
	if (!isNarrow) return null
	const at = modules.findIndex(({ id }) => id === shown)
	return (
		<div className="course-bar-inner">
			<progress className="progress course-bar-track" aria-hidden="true" max={100} value={percentOf(progress)} />
			{isComplete(progress) ? (
				<button type="button" className="course-bar-way" onClick={goToEnd}>
					Course complete
					<ArrowDown aria-hidden="true" className="size-4" strokeWidth={1.75} />
				</button>
			) : (
				<span className="text-small text-muted tabular-nums">
					{at < 0 ? `${progress.completed} of ${progress.total} done` : `Module ${at + 1} of ${modules.length}`}
				</span>
			)}
			<button
				type="button"
				className="course-bar-way"
				onClick={() => {
					const heading = document.getElementById('your-progress')
					heading?.scrollIntoView()
					heading?.focus({ preventScroll: true })
				}}
			>
				Outline
				<ArrowUp aria-hidden="true" className="size-4" strokeWidth={1.75} />
			</button>
		</div>
	)
}
