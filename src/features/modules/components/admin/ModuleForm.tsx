import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx'
import { Form, SubmitButton } from '#src/components/ui/Form.tsx'
import { useContractForm } from '#src/lib/forms.ts'
import { createModuleMutation, updateModuleMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import { ModuleView } from '../ModuleView.tsx'
import { RichText } from '../RichText.tsx'
import { previewReader } from '../reader.ts'
import { Tabs } from '../Tabs.tsx'
import { ModuleFields } from './ModuleFields.tsx'
import {
	bodyOf,
	dataOf,
	draftKey,
	draftOf,
	labels,
	type ModuleDraft,
	moduleForm,
	parseDraft,
	placeOf,
	type TypeChange,
	typeChangeOf,
	typeInWords,
} from './module-draft.ts'

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

function useModuleForm({ courseId, module, userId, onSaved }: Props, showFields: () => void) {
	/** Saves it after all, with what is lost by its change of type. */
	const [asked, setAsked] = useState<TypeChange & { save(): void }>()
	const form = useContractForm(
		moduleForm,
		module ? updateModuleMutation(courseId, module.id) : createModuleMutation(courseId),
		{
			defaultValues: draftOf(module),
			labels,
			placeOf: (path, draft) => placeOf(draft.type, path),
			draft: { key: draftKey(userId, courseId, module?.id), parse: parseDraft },
			edited: {
				what: 'module',
				began: module,
				toForm: draftOf,
				together: { type: ['typed'] },
				words: { type: typeInWords, content: (html) => <RichText html={html} /> },
			},
			reveal: showFields,
			before(draft, send, base) {
				const typeChange = typeChangeOf(draft, base?.type)
				if (typeChange) setAsked({ ...typeChange, save: () => send(draft) })
				else send(draft)
			},
			toInput: (draft, base) => ({ ...bodyOf(draft), version: base?.version }),
			onDone: onSaved,
			onFailed: () => setAsked(undefined),
		},
	)
	function change(part: Partial<ModuleDraft>): void {
		for (const [name, value] of Object.entries(part) as [keyof ModuleDraft, string][])
			form.setValue(name, value, { shouldDirty: true })
		// What one field needs depends on the others.
		if (form.formState.isSubmitted) void form.trigger()
	}
	return { form, change, asked, forgetAsked: () => setAsked(undefined) }
}

type QuestionProps = { change: TypeChange; isBusy: boolean; onConfirm(): void; onClose(): void }

/** Asks before something is lost with the type that the module had. */
function TypeQuestion({ change: { to, text, losesWork }, ...props }: QuestionProps) {
	const action = { label: `Save as ${to}`, busy: 'Saving...', variant: losesWork ? 'danger' : 'primary' } as const
	return <ConfirmDialog title={`Save it as ${to}?`} description={text} action={action} {...props} />
}

/** What becomes of what is written, said beside the buttons. */
const STATES = {
	new: 'Nothing written yet.',
	saved: 'Everything is saved.',
	unsaved: 'Unsaved changes are kept in this browser.',
	saving: 'Saving...',
	failed: 'Not saved; it is kept in this browser. Why is said at the top of the form.',
} as const

/** Writes a module of any type. What is not saved yet is kept in this browser. */
export function ModuleForm(props: Props) {
	const { module, frameHosts, onCancel } = props
	const [tab, setTab] = useState('write')
	const { form, change, asked, forgetAsked } = useModuleForm(props, () => setTab('write'))
	const draft: ModuleDraft = form.watch()
	const state = form.isPending
		? 'saving'
		: form.failure || form.conflict
			? 'failed'
			: form.isDirty
				? 'unsaved'
				: module
					? 'saved'
					: 'new'
	function discard() {
		if (!window.confirm('Throw away your unsaved changes?')) return
		form.discard()
		// The button goes with the changes.
		form.goTo('title')
	}

	const fields = (
		<ModuleFields
			draft={draft}
			errorOf={form.errorOf}
			frameHosts={frameHosts}
			// The draft arrives from storage after the first paint; the editor takes it as its beginning.
			editorKey={String(form.round)}
			onChange={change}
		/>
	)
	return (
		<>
			<Form of={form} className="grid grid-cols-1 gap-4" aria-label={module ? 'Edit module' : 'New module'}>
				<h2 className="text-title">{module ? 'Edit Module' : 'Add Module'}</h2>
				<Tabs
					label="Module"
					value={tab}
					onValueChange={setTab}
					tabs={[
						{ value: 'write', label: 'Write', content: fields },
						{ value: 'preview', label: 'Preview', content: <DraftPreview draft={draft} frameHosts={frameHosts} /> },
					]}
				/>
				<div className="save-bar">
					<SubmitButton form={form} busy="Saving...">
						{module ? 'Save Module' : 'Create Module'}
					</SubmitButton>
					<Button variant="line" onClick={onCancel}>
						Close
					</Button>
					<div className="save-line">
						<p role="status" className="save-state" data-state={state}>
							{STATES[state]}
						</p>
						{form.isDirty && !form.isPending && (
							<Button variant="quiet" className="flex-none" onClick={discard}>
								Discard changes
							</Button>
						)}
					</div>
				</div>
			</Form>
			{asked && <TypeQuestion change={asked} isBusy={form.isPending} onConfirm={asked.save} onClose={forgetAsked} />}
		</>
	)
}
