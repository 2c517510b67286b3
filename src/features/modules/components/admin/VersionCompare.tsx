import { Button } from '#src/components/ui/Button.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { usePageBack } from '#src/lib/site/page-back.ts'
import { restoreModuleVersionMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import { labelOf } from '../../types/registry.ts'
import type { Difference, ModuleVersion, Stretch } from '../../version-contract.ts'
import { ModuleView } from '../ModuleView.tsx'
import { previewState } from '../reading-state.ts'

const SCREEN_READER_LABELS = { added: 'added: ', removed: 'removed: ' } as const

function StretchText({ kind, text }: Stretch) {
	if (kind === 'same') return <span>{text}</span>
	const Tag = kind === 'added' ? 'ins' : 'del'
	return (
		<Tag>
			<span className="sr-only">{SCREEN_READER_LABELS[kind]}</span>
			{text}
		</Tag>
	)
}

function DifferenceText({ field, stretches }: Difference) {
	return (
		<div>
			<h4 className="text-small text-muted">{field}</h4>
			<p className="difference">
				{stretches === null
					? 'Too many differences to show word by word.'
					: stretches.length === 0
						? 'Only the formatting differs.'
						: stretches.map((stretch, at) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
								<StretchText key={at} {...stretch} />
							))}
			</p>
		</div>
	)
}

type SideProps = { name: string; module: CourseModule; idSuffix: string; frameHosts: readonly string[] }

function Side({ name, module, idSuffix, frameHosts }: SideProps) {
	return (
		<section className="card card-body min-w-0" aria-label={name}>
			<p className="text-tiny text-muted">
				{name} · {labelOf(module.type)}
			</p>
			<h4 className="text-title">{module.title}</h4>
			<p className="my-3 text-muted">{module.description}</p>
			<ModuleView
				module={{ ...module, id: module.id + idSuffix }}
				readingState={previewState}
				frameHosts={frameHosts}
			/>
		</section>
	)
}

type Props = {
	/** The earlier version to compare; undefined for the draft. */
	chosen: ModuleVersion | undefined
	version: CourseModule
	today: CourseModule
	differences: readonly Difference[]
	/** The course is published, so a restore creates a draft. */
	isLive: boolean
	/** The module has a draft, which a restore would overwrite. */
	hasDraft: boolean
	frameHosts: readonly string[]
}

function Differences({ chosen, differences }: Pick<Props, 'chosen' | 'differences'>) {
	return (
		<div className="differences">
			{differences.length === 0 ? (
				<p>No differences.</p>
			) : (
				<p className="differences-key difference">
					<del>{chosen ? 'Only in this version' : 'Only in the published version'}</del>
					<ins>{chosen ? 'Only in the current version' : 'Only in the draft'}</ins>
				</p>
			)}
			{differences.map((difference) => (
				<DifferenceText key={difference.field} {...difference} />
			))}
		</div>
	)
}

function ComparedHead({ chosen }: Pick<Props, 'chosen'>) {
	return (
		<div className="min-w-0 flex-1 basis-64">
			<h3 id="compared" className="section-title">
				{chosen ? 'An earlier version' : 'Unpublished changes'}
			</h3>
			<p className="section-line">
				{chosen ? (
					<>
						Shown from <LocalTime when={chosen.shownFrom} /> until <LocalTime when={chosen.replacedAt} />, when{' '}
						{chosen.replacedBy} replaced it.
					</>
				) : (
					'The draft, next to what members see.'
				)}
			</p>
		</div>
	)
}

export function VersionCompare({ chosen, version, today, differences, isLive, hasDraft, frameHosts }: Props) {
	const restore = useMutation(restoreModuleVersionMutation(today.courseId, today.id))
	const name = chosen ? 'This version' : 'The draft'
	const isLeaving = restore.isPending || restore.isSuccess
	// The restore navigates away. After Back, the list of versions is stale.
	usePageBack(restore.isSuccess, () => window.location.reload())
	const sideBySide = (
		<div className="versions-beside">
			<Side name={name} module={version} idSuffix="-other" frameHosts={frameHosts} />
			<Side name="Published now" module={today} idSuffix="-today" frameHosts={frameHosts} />
		</div>
	)
	return (
		<section aria-labelledby="compared">
			<div className="mb-2 flex flex-wrap items-start justify-between gap-x-4">
				<ComparedHead chosen={chosen} />
				{chosen && (
					<Button
						loading={isLeaving}
						disabled={hasDraft}
						aria-describedby={hasDraft ? 'why-not' : undefined}
						onClick={() => restore.mutate(chosen.id)}
					>
						{isLeaving ? 'Restoring...' : isLive ? 'Restore as a draft' : 'Restore'}
					</Button>
				)}
			</div>
			{chosen && hasDraft && (
				<p id="why-not" className="mb-4 text-small text-brass-text">
					This module has unpublished changes. Publish or discard them before you restore an earlier version.
				</p>
			)}
			<Tabs
				label="Compare"
				tabs={[
					{ value: 'words', label: 'What differs', content: <Differences chosen={chosen} differences={differences} /> },
					{ value: 'beside', label: 'Side by side', content: sideBySide },
				]}
			/>
		</section>
	)
}
