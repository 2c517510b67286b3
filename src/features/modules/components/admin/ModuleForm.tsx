import { useMutation } from '@tanstack/react-query'
import { type ComponentType, type FormEvent, useMemo, useRef, useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { useDraft } from '#src/lib/drafts.ts'
import { messageOf } from '#src/lib/errors.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { saveModuleMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import { moduleTypes } from '../../types/registry.ts'
import { ModuleView } from '../ModuleView.tsx'
import { previewReader } from '../reader.ts'
import { Tabs } from '../Tabs.tsx'
import type { EditorProps } from './editor-props.ts'
import { draftOf, faultsOf, type ModuleDraft, parseDraft } from './module-draft.ts'
import { RichTextEditor } from './RichTextEditor.tsx'

/** What a type adds to the form; a text has nothing besides its content. */
const editors = import.meta.glob<ComponentType<EditorProps>>('../../types/*/Editor.tsx', {
	eager: true,
	import: 'Editor',
})

/** What a member will see of what is being written. */
function DraftPreview({ draft, frameHosts }: { draft: ModuleDraft; frameHosts: readonly string[] }) {
	const additionalContent = JSON.stringify(draft.data)
	return (
		<div>
			<h3 className="mb-4 text-title">{draft.title || 'Untitled module'}</h3>
			{draft.description && <p className="mb-4 text-muted">{draft.description}</p>}
			<ModuleView
				// Another quiz is begun anew.
				key={additionalContent}
				module={{ id: 'preview', title: draft.title, type: draft.type, content: draft.content, additionalContent }}
				reader={previewReader}
				frameHosts={frameHosts}
			/>
		</div>
	)
}

type FieldsProps = {
	draft: ModuleDraft
	/** By the name of the field. */
	faults: Readonly<Record<string, string>>
	frameHosts: readonly string[]
	/** Another one makes the text editor begin anew with what the draft has. */
	editorKey: string
	onChange(part: Partial<ModuleDraft>): void
}

function ModuleFields({ draft, faults, frameHosts, editorKey, onChange }: FieldsProps) {
	const Editor = editors[`../../types/${draft.type}/Editor.tsx`]
	return (
		<div className="grid gap-5">
			<TextField
				label="Title"
				value={draft.title}
				error={faults.title}
				onChange={(event) => onChange({ title: event.target.value })}
			/>
			<TextAreaField
				label="Description"
				className="min-h-20"
				value={draft.description}
				error={faults.description}
				onChange={(event) => onChange({ description: event.target.value })}
			/>
			<SelectField
				label="Type"
				value={draft.type}
				error={faults.type ?? faults['data.type']}
				onChange={(event) => onChange({ type: event.target.value, data: {} })}
			>
				{moduleTypes.map(({ type, label }) => (
					<option key={type} value={type}>
						{label}
					</option>
				))}
			</SelectField>
			<RichTextEditor
				key={editorKey}
				label="Content"
				initial={draft.content}
				error={faults.content}
				onChange={(content) => onChange({ content })}
			/>
			{Editor && (
				<Editor
					data={draft.data}
					title={draft.title}
					frameHosts={frameHosts}
					onChange={(data) => onChange({ data })}
					errorAt={(path) => faults[`data.${path}`]}
				/>
			)}
		</div>
	)
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
	const form = useRef<HTMLFormElement>(null)
	const saved = useMemo(() => JSON.stringify(draftOf(module)), [module])
	const kept = useDraft(`${userId}:module:${module?.id ?? `new:${courseId}`}`, saved)
	const draft = useMemo(() => parseDraft(kept.text) ?? draftOf(module), [kept.text, module])
	const [wasSubmitted, setWasSubmitted] = useState(false)
	const faults = useMemo(() => (wasSubmitted ? faultsOf(draft) : {}), [wasSubmitted, draft])
	const [editorVersion, setEditorVersion] = useState(0)
	const mutation = useMutation(saveModuleMutation(queryClient, courseId, module), queryClient)
	const change = (part: Partial<ModuleDraft>) => kept.change(JSON.stringify({ ...draft, ...part }))

	function submit(event: FormEvent) {
		event.preventDefault()
		setWasSubmitted(true)
		if (Object.keys(faultsOf(draft)).length > 0) {
			// After the faults are on the screen.
			requestAnimationFrame(() =>
				form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] .ProseMirror')?.focus(),
			)
			return
		}
		const { data, ...fields } = draft
		mutation.mutate(
			{ ...fields, additionalContent: data },
			{
				onSuccess(written) {
					kept.clear()
					onSaved(written)
				},
			},
		)
	}

	function discard() {
		if (!window.confirm('Throw away your unsaved changes?')) return
		kept.clear()
		setEditorVersion(editorVersion + 1)
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
		<form
			ref={form}
			noValidate
			className="grid gap-4"
			onSubmit={submit}
			aria-label={module ? 'Edit module' : 'New module'}
		>
			<h2 className="text-title">{module ? 'Edit Module' : 'Add Module'}</h2>
			{mutation.isError && <Alert>{messageOf(mutation.error, 'The module could not be saved')}</Alert>}
			<HiddenToken />
			<Tabs
				label="Module"
				tabs={[
					{ value: 'write', label: 'Write', content: fields },
					{ value: 'preview', label: 'Preview', content: <DraftPreview draft={draft} frameHosts={frameHosts} /> },
				]}
			/>
			<div className="flex flex-wrap items-center gap-3 border-t border-rule pt-5">
				<Button type="submit" loading={mutation.isPending}>
					{mutation.isPending ? 'Saving...' : module ? 'Save Module' : 'Create Module'}
				</Button>
				<Button variant="line" onClick={onCancel}>
					Close
				</Button>
				<p role="status" className="text-small text-muted">
					{kept.isDraft && 'Unsaved changes are kept in this browser.'}
				</p>
				{kept.isDraft && (
					<Button variant="quiet" onClick={discard}>
						Discard changes
					</Button>
				)}
			</div>
		</form>
	)
}
