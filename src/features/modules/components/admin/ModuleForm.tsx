import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx'
import { ErrorSummary, fieldIn } from '#src/components/ui/ErrorSummary.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { useDraft } from '#src/lib/drafts.ts'
import { messageOf } from '#src/lib/errors.ts'
import { useMutation } from '#src/lib/query.ts'
import { createModuleMutation, updateModuleMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import { ModuleView } from '../ModuleView.tsx'
import { previewReader } from '../reader.ts'
import { Tabs } from '../Tabs.tsx'
import { ModuleFields } from './ModuleFields.tsx'
import { dataOf, draftOf, faultsOf, type ModuleDraft, parseDraft, placeOf, typeChangeOf } from './module-draft.ts'

/** What a member will see of what is being written. */
function DraftPreview({ draft, frameHosts }: { draft: ModuleDraft; frameHosts: readonly string[] }) {
	const additionalContent = JSON.stringify(dataOf(draft))
	return (
		<div>
			<h3 className="mb-4 text-title">{draft.title || 'Untitled module'}</h3>
			{draft.description && <p className="mb-4 text-muted">{draft.description}</p>}
			<ModuleView
				// Another quiz is begun anew.
				key={`${draft.type} ${additionalContent}`}
				module={{ id: 'preview', title: draft.title, type: draft.type, content: draft.content, additionalContent }}
				reader={previewReader}
				frameHosts={frameHosts}
			/>
		</div>
	)
}

/** The draft of a module, kept in this browser until it is saved. */
function useModuleDraft(key: string, module: CourseModule | undefined) {
	const saved = useMemo(() => JSON.stringify(draftOf(module)), [module])
	const kept = useDraft(key, saved)
	const draft = useMemo(() => parseDraft(kept.text) ?? draftOf(module), [kept.text, module])
	const change = (part: Partial<ModuleDraft>) => kept.change(JSON.stringify({ ...draft, ...part }))
	return { draft, change, isDraft: kept.isDraft, isLoaded: kept.isLoaded, clear: kept.clear }
}

/**
 * What is wrong with a draft, from the first try to save it on. `refuse` brings the author to the first field in error,
 * `go` to one of them; both first show the fields, which may lie behind another tab (`show`).
 */
function useFaults(draft: ModuleDraft, show: () => void) {
	const form = useRef<HTMLFormElement>(null)
	const [wasSubmitted, setWasSubmitted] = useState(false)
	const faults = useMemo(() => (wasSubmitted ? faultsOf(draft) : {}), [wasSubmitted, draft])
	const [target, setTarget] = useState<{ paths: readonly string[] }>()
	useEffect(() => {
		if (target) fieldIn(form.current, target.paths)?.focus()
	}, [target])
	const go = (paths: readonly string[]) => {
		show()
		setTarget({ paths })
	}
	return {
		form,
		faults,
		go,
		/** Says whether the draft can be saved. */
		pass(): boolean {
			setWasSubmitted(true)
			const paths = Object.keys(faultsOf(draft))
			if (paths.length > 0) go(paths)
			return paths.length === 0
		},
		summary: Object.keys(faults).map((path) => ({ path, place: placeOf(draft.type, path) })),
	}
}

type Props = {
	courseId: string
	/** The module to change; absent for a new one. */
	module?: CourseModule | undefined
	userId: string
	/** Hosts besides YouTube and Vimeo whose players may stand in a frame. */
	frameHosts: readonly string[]
	onSaved(module: CourseModule): void
	onCancel(): void
}

/** Writes a module of any type. What is not saved yet is kept in this browser. */
export function ModuleForm({ courseId, module, userId, frameHosts, onSaved, onCancel }: Props) {
	const { draft, change, ...kept } = useModuleDraft(`${userId}:module:${module?.id ?? `new:${courseId}`}`, module)
	const [tab, setTab] = useState('write')
	const { form, faults, summary, go, pass } = useFaults(draft, () => setTab('write'))
	const [isAsking, setIsAsking] = useState(false)
	const [editorVersion, setEditorVersion] = useState(0)
	const mutation = useMutation(module ? updateModuleMutation(courseId, module) : createModuleMutation(courseId))
	const typeChange = typeChangeOf(draft, module?.type)

	function save() {
		const { typed: _, ...fields } = draft
		mutation.mutate(
			{ ...fields, additionalContent: dataOf(draft) },
			{
				onSuccess(written) {
					kept.clear()
					onSaved(written)
				},
				onError: () => setIsAsking(false),
			},
		)
	}

	function submit(event: FormEvent) {
		event.preventDefault()
		if (!pass()) return
		if (typeChange) setIsAsking(true)
		else save()
	}

	function discard() {
		if (!window.confirm('Throw away your unsaved changes?')) return
		kept.clear()
		setEditorVersion(editorVersion + 1)
		// The button goes with the changes.
		go(['title'])
	}

	const fields = (
		<ModuleFields
			draft={draft}
			faults={faults}
			frameHosts={frameHosts}
			// The draft arrives from storage after the first paint; the editor takes it as its beginning.
			editorKey={`${editorVersion} ${kept.isLoaded}`}
			onChange={change}
		/>
	)
	return (
		<>
			<form
				ref={form}
				noValidate
				className="grid gap-4"
				onSubmit={submit}
				aria-label={module ? 'Edit module' : 'New module'}
			>
				<h2 className="text-title">{module ? 'Edit Module' : 'Add Module'}</h2>
				{mutation.isError && <Alert>{messageOf(mutation.error, 'The module could not be saved')}</Alert>}
				<ErrorSummary faults={summary} onGo={(path) => go([path])} />
				<HiddenToken />
				<Tabs
					label="Module"
					value={tab}
					onValueChange={setTab}
					tabs={[
						{ value: 'write', label: 'Write', content: fields },
						{ value: 'preview', label: 'Preview', content: <DraftPreview draft={draft} frameHosts={frameHosts} /> },
					]}
				/>
				<div className="grid gap-2 border-t border-rule pt-5">
					<div className="flex flex-wrap items-center gap-3">
						<Button type="submit" loading={mutation.isPending && !isAsking}>
							{mutation.isPending ? 'Saving...' : module ? 'Save Module' : 'Create Module'}
						</Button>
						<Button variant="line" onClick={onCancel}>
							Close
						</Button>
						{kept.isDraft && (
							<Button variant="quiet" onClick={discard}>
								Discard changes
							</Button>
						)}
					</div>
					<p role="status" className="text-small text-muted">
						{kept.isDraft && 'Unsaved changes are kept in this browser.'}
					</p>
				</div>
			</form>
			{isAsking && typeChange && (
				<ConfirmDialog
					title={`Save it as ${typeChange.to}?`}
					description={typeChange.text}
					action={{
						label: `Save as ${typeChange.to}`,
						busy: 'Saving...',
						variant: typeChange.losesWork ? 'danger' : 'primary',
					}}
					isBusy={mutation.isPending}
					onConfirm={save}
					onClose={() => setIsAsking(false)}
				/>
			)}
		</>
	)
}
