import { Download } from 'lucide-react'
import { Button } from '#src/components/ui/Button.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { labelOf } from '#src/features/modules/types/registry.ts'
import type { Worksheet } from '#src/features/modules/worksheets.ts'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import type { getProgress } from '../contract.ts'
import { isComplete, moduleCountLabel } from '../course-format.ts'
import { goToModule, moduleLink, openDiscussion } from './course-modules.ts'
import type { ListedModule } from './use-locks.ts'

const HEADING = 'course-closing'

/** Scrolls to the summary of a completed course, and focuses it. */
export function goToEnd(): void {
	const heading = document.getElementById(HEADING)
	heading?.closest('section')?.scrollIntoView()
	heading?.focus({ preventScroll: true })
}

function discuss(id: string): void {
	goToModule(id)
	openDiscussion(id)?.focus()
}

/** Links to a module and its files. */
function CoveredModule({ module: { id, title, type }, files }: { module: ListedModule; files: readonly Worksheet[] }) {
	return (
		<li className="border-b border-rule py-2">
			<span className="flex flex-wrap items-baseline justify-between gap-x-4">
				<a className="link" {...moduleLink(id)}>
					<span className="sr-only">Back to</span> <span>{title}</span>
				</a>
				<span className="text-tiny text-muted">{labelOf(type)}</span>
			</span>
			{files.map((file) => (
				<a
					key={file.url}
					className="link me-4 inline-flex items-center gap-1.5 text-small text-muted"
					href={file.url}
					download=""
					data-worksheet={file.isPublic ? undefined : ''}
				>
					<Download aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
					<span className="sr-only">Download</span> <span>{file.title}</span>
				</a>
			))}
		</li>
	)
}

type Props = {
	title: string
	/** All modules of the course, whether or not they are locked. */
	modules: readonly ListedModule[]
	progress: ResponseOf<typeof getProgress>
	filesOf(module: ListedModule): readonly Worksheet[]
}

/** Summary after the last module of a completed course: what the course covered, and where to go next. */
export function CourseEnd({ title, modules, progress, filesOf }: Props) {
	const last = modules.at(-1)
	if (!isComplete(progress) || !last) return null
	const { next, total } = progress
	return (
		<section className="card course-closing" aria-labelledby={HEADING}>
			<h2 id={HEADING} tabIndex={-1} className="text-title outline-none">
				Course complete
			</h2>
			<p className="mt-2 text-muted">
				You have finished {total === 1 ? 'the one module' : `all ${moduleCountLabel(total)}`} of <cite>{title}</cite>.
				You can come back at any time.
			</p>
			<p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
				{next && (
					<a className={buttonClass()} href={`/courses/${next.id}`}>
						Next course: {next.title}
					</a>
				)}
				<Button variant="line" onClick={() => discuss(last.id)}>
					Discuss it
				</Button>
				<a className="link" href="/dashboard">
					Go to your dashboard
				</a>
			</p>
			<h3 className="mt-8 text-subtitle">What you covered</h3>
			<ul className="mt-2 border-t border-rule">
				{modules.map((module) => (
					<CoveredModule key={module.id} module={module} files={filesOf(module)} />
				))}
			</ul>
		</section>
	)
}
