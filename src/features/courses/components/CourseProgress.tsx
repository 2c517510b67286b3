import { useStore } from '@nanostores/react'
import { ArrowUp, Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import type { CourseProgress, getProgress } from '../contract.ts'
import { isComplete, moduleCountLabel, percentOf } from '../course-format.ts'
import { $shownModule } from './course-modules.ts'
import type { ListedModule } from './use-locks.ts'

export function DoneMark() {
	return (
		<span className="module-done" role="img" aria-label="Completed">
			<Check aria-hidden="true" strokeWidth={3} />
		</span>
	)
}

/** Follows the last module of a completed course: a summary and the next course. */
export function CourseEnd({ title, progress }: { title: string; progress: ResponseOf<typeof getProgress> }) {
	if (!isComplete(progress)) return null
	const { next } = progress
	return (
		<section className="card course-closing" aria-labelledby="course-closing">
			<h2 id="course-closing" className="text-title">
				Course complete
			</h2>
			<p className="mt-2 text-muted">
				You have finished {progress.total === 1 ? 'the one module' : `all ${moduleCountLabel(progress.total)}`} of{' '}
				<cite>{title}</cite>. You can come back at any time.
			</p>
			<p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
				{next && (
					<a className={buttonClass({ variant: 'line' })} href={`/courses/${next.id}`}>
						Next course: {next.title}
					</a>
				)}
				<a className="link" href="/dashboard">
					Go to your dashboard
				</a>
			</p>
		</section>
	)
}

/** Modules in one column, progress out of sight; must match `course-progress.css`. */
const ONE_COLUMN = '(width < 60rem)'

function onWidth(told: () => void): () => void {
	const query = window.matchMedia(ONE_COLUMN)
	query.addEventListener('change', told)
	return () => query.removeEventListener('change', told)
}

/** The progress bar at the bottom of a narrow window: the current module and a link to the outline. */
export function CourseBar({ modules, progress }: { modules: readonly ListedModule[]; progress: CourseProgress }) {
	const shown = useStore($shownModule, { ssr: 'initial' })
	const isNarrow = useSyncExternalStore(
		onWidth,
		() => window.matchMedia(ONE_COLUMN).matches,
		() => false,
	)
	if (!isNarrow) return null
	const at = modules.findIndex(({ id }) => id === shown)
	return (
		<div className="course-bar-inner">
			<progress className="progress course-bar-track" aria-hidden="true" max={100} value={percentOf(progress)} />
			<span className="text-small text-muted tabular-nums">
				{at < 0 ? `${progress.completed} of ${progress.total} done` : `Module ${at + 1} of ${modules.length}`}
			</span>
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
