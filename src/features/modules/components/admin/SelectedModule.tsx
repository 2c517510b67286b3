import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { copyModuleMutation, deleteDraftMutation, publishDraftMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import type { ModuleDraftResponse } from '../../draft-contract.ts'
import { labelOf } from '../../types/registry.ts'
import { ModuleView } from '../ModuleView.tsx'
import { previewState } from '../reading-state.ts'
import { CopyDialog, type OtherCourse } from './CopyDialog.tsx'
import { ModuleRelease } from './ModuleRelease.tsx'

const DISCARD_QUESTION = {
	module: 'Discard the unpublished changes of this module? The published version does not change.',
	new: 'Discard this new module? It was never published and cannot be restored.',
}

type DraftProps = { draft: ModuleDraftResponse; isLive: boolean; onGone(): void }

function DraftNotice({ draft, isLive, onGone }: DraftProps) {
	const { courseId, id, isNew, isBehind, savedAt, savedBy } = draft
	const publish = useMutation(publishDraftMutation(courseId))
	const discard = useMutation(deleteDraftMutation(courseId), { onRefreshed: onGone })
	const isBusy = publish.isPending || discard.isPending
	const [isAsking, setAsking] = useState(false)
	return (
		<section className="draft-bar mt-4" aria-label="Draft">
			<div>
				<p>
					{isNew ? 'A draft of a new module' : 'Unpublished changes'}, saved <LocalTime when={savedAt} /> by {savedBy}.
					{isLive && !isNew && ' Members see the published version.'}
				</p>
				{isBehind && (
					<p className="mt-1 text-brass-text">
						The published version has changed since this draft was started. Compare them before you publish.
					</p>
				)}
			</div>
			<div className="draft-bar-actions">
				{!isNew && (
					<a
						className={buttonClass({ variant: 'line' })}
						href={`/admin/courses/${courseId}/modules/${id}?version=draft`}
					>
						Compare
					</a>
				)}
				<Button variant="line" disabled={isBusy} loading={discard.isPending} onClick={() => setAsking(true)}>
					Discard draft
				</Button>
				<Button
					disabled={isBusy}
					loading={publish.isPending}
					onClick={() => publish.mutate(draft, { onSuccess: onGone })}
				>
					{publish.isPending ? 'Publishing...' : 'Publish changes'}
				</Button>
			</div>
			{isAsking && (
				<ConfirmDialog
					title="Discard draft?"
					description={DISCARD_QUESTION[isNew ? 'new' : 'module']}
					action={{ label: 'Discard', busy: 'Discarding...', variant: 'danger' }}
					onConfirm={() => {
						setAsking(false)
						discard.mutate(draft)
					}}
					onClose={() => setAsking(false)}
				/>
			)}
		</section>
	)
}

type Props = {
	module: CourseModule
	draft: ModuleDraftResponse | undefined
	isLive: boolean
	frameHosts: readonly string[]
	isForMembers: boolean
	otherCourses: readonly OtherCourse[]
	zone: string
	isDeleting: boolean
	onEdit(): void
	onDelete(): void
	/** Called after the draft is published or discarded, which removes the pressed button. */
	onDraftGone(): void
}

type ActionsProps = Pick<Props, 'module' | 'isForMembers' | 'otherCourses' | 'isDeleting' | 'onDelete'> & {
	title: string
}

/** Actions for an existing module, not for the draft of a new one. */
function PublishedActions({ module, title, isForMembers, otherCourses, isDeleting, onDelete }: ActionsProps) {
	const [isCopying, setIsCopying] = useState(false)
	const copy = useMutation(copyModuleMutation(module.courseId))
	return (
		<>
			<Button variant="quiet" loading={isDeleting} onClick={onDelete}>
				{isDeleting ? 'Deleting...' : 'Delete'}
				<span className="sr-only"> {title}</span>
			</Button>
			<RowMenu
				of={title}
				actions={[
					{ label: 'Earlier versions', href: `/admin/courses/${module.courseId}/modules/${module.id}` },
					{ label: 'Duplicate', onSelect: () => copy.mutate({ id: module.id, to: module.courseId }) },
					{
						label: 'Copy to another course',
						isDisabled: otherCourses.length === 0,
						onSelect: () => setIsCopying(true),
					},
				]}
			/>
			{isCopying && (
				<CopyDialog
					module={module}
					isForMembers={isForMembers}
					courses={otherCourses}
					onClose={() => setIsCopying(false)}
				/>
			)}
		</>
	)
}

/** Shows the selected module or its draft: the member's view and the stored content. */
export function SelectedModule({ module, draft, frameHosts, isDeleting, isLive, ...props }: Props) {
	const { isForMembers, otherCourses, zone, onEdit, onDelete, onDraftGone } = props
	const shown = draft ?? module
	const preview = (
		<>
			<p className="mb-4 text-muted">{shown.description}</p>
			<ModuleView module={shown} readingState={previewState} frameHosts={frameHosts} />
		</>
	)
	const content = <pre className="raw-content">{shown.content}</pre>
	const title = shown.title || 'Untitled module'
	return (
		<article aria-labelledby="selected-module">
			<header className="flex flex-wrap items-start justify-between gap-4">
				<div className="min-w-0 flex-1 basis-64">
					<p className="text-tiny text-muted">{labelOf(shown.type)}</p>
					<h2 id="selected-module" className="text-title">
						{title}
					</h2>
					<p className="mt-1 text-small text-muted">
						Last updated: <LocalTime when={shown.updatedAt} />
					</p>
					<ModuleRelease courseId={module.courseId} module={module} zone={zone} isNew={draft?.isNew ?? false} />
				</div>
				<div className="flex flex-wrap gap-2">
					<Button variant="line" data-edit="" onClick={onEdit}>
						Edit<span className="sr-only"> {title}</span>
					</Button>
					{!draft?.isNew && (
						<PublishedActions {...{ module, title, isForMembers, otherCourses, isDeleting, onDelete }} />
					)}
				</div>
			</header>
			{draft && <DraftNotice draft={draft} isLive={isLive} onGone={onDraftGone} />}
			<Tabs
				key={`${shown.id} ${shown.updatedAt}`}
				label={title}
				tabs={[
					{ value: 'preview', label: 'Preview', content: preview },
					{ value: 'content', label: 'Content', content },
				]}
			/>
		</article>
	)
}
