import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { buttonClass, classes } from '#src/components/ui/styles.ts'
import { labelOf } from '#src/features/modules/types/registry.ts'
import { queryClient } from '#src/lib/query-client.ts'
import type { CourseProgress } from '../contract.ts'
import { percentOf } from '../format.ts'
import { enrollMutation } from '../queries.ts'
import { useProgress } from './use-progress.ts'

export type ListedModule = { id: string; title: string; type: string }

type CardProps = {
	progress: CourseProgress
	modules: readonly ListedModule[]
	isCompleted(id: string): boolean
	/** The reader enrolled just now: the focus goes on here, since their button is gone. */
	isNew: boolean
}

function YourProgress({ progress, modules, isCompleted, isNew }: CardProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (isNew) heading.current?.focus()
	}, [isNew])
	const percent = percentOf(progress)
	return (
		<section aria-labelledby="your-progress">
			<h2 ref={heading} tabIndex={-1} id="your-progress" className="text-ui text-muted outline-none">
				Your Progress
			</h2>
			<p className="mt-1 mb-2 flex items-baseline gap-3">
				<span className="stat-figure">{percent}%</span>
				<span className="text-small text-muted tabular-nums">
					{progress.completed}/{progress.total} complete
				</span>
			</p>
			<Progress
				value={percent}
				label="Course progress"
				valueText={`${progress.completed} of ${progress.total} complete`}
			/>
			<ol className="mt-5 border-t border-rule text-small">
				{modules.map((module) => {
					const done = isCompleted(module.id)
					return (
						<li key={module.id} className="border-b border-rule">
							<a className="flex min-h-11 items-center gap-3 py-2 hover:text-brass-text" href={`#module-${module.id}`}>
								<span className={classes('progress-mark', done && 'progress-mark-done')} aria-hidden="true">
									{done && <Check strokeWidth={3} />}
								</span>
								<span className="min-w-0 flex-1">
									{module.title} <span className="text-muted">· {labelOf(module.type)}</span>
								</span>
								<span className={done ? 'text-green' : 'text-muted'}>{done ? 'Completed' : 'Not completed'}</span>
							</a>
						</li>
					)
				})}
			</ol>
		</section>
	)
}

/** Enrolment and progress, beside the course. */
export function CourseSide({ courseId, modules }: { courseId: string; modules: readonly ListedModule[] }) {
	const { viewer, progress, isCompleted, failed } = useProgress(courseId)
	const enroll = useMutation(enrollMutation(queryClient, courseId), queryClient)
	if (!viewer)
		return (
			<div className="for-visitor grid justify-items-start gap-3">
				<p className="text-small text-muted">Members enroll to keep their place, write and discuss. Reading is free.</p>
				<a className={buttonClass({ variant: 'line' })} href="/auth">
					Sign in to enroll
				</a>
			</div>
		)
	if (failed) return <FetchError {...failed} />
	if (progress === undefined)
		return (
			<div role="status">
				<span className="sr-only">Loading your progress...</span>
				<Skeleton className="h-11 w-full" />
			</div>
		)
	if (progress === null)
		return (
			<Button size="lg" className="w-full" loading={enroll.isPending} onClick={() => enroll.mutate()}>
				{enroll.isPending ? 'Enrolling...' : 'Enroll in Course'}
			</Button>
		)
	return <YourProgress progress={progress} modules={modules} isCompleted={isCompleted} isNew={enroll.isSuccess} />
}
