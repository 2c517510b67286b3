import { useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { SaveBar } from '#src/components/ui/forms/SaveBar.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { RichText } from '#src/features/rich-text/components/RichText.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { type ModuleSave, saveModuleMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import { ModuleView } from '../ModuleView.tsx'
import { previewState } from '../reading-state.ts'
import { ModuleFields } from './ModuleFields.tsx'
import {
	bodyOf,
	draftKey,
	fieldLabel,
	filesText,
	formStateOf,
	fullDataOf,
	labels,
	type ModuleFormState,
	moduleForm,
	parseDraft,
	type TypeChange,
	typeChangeOf,
	typeText,
} from './module-form-state.ts'

function DraftPreview({ draft, frameHosts }: { draft: ModuleFormState; frameHosts: readonly string[] }) {
	const additionalContent = JSON.stringify(fullDataOf(draft))
	return (
		<div>
			<h3 className="mb-4 text-title">{draft.title || 'Untitled module'}</h3>
			{draft.description && <p className="mb-4 text-muted">{draft.description}</p>}
			<ModuleView
				// Remounts the preview when the type or its data changes.
				key={`${draft.type} ${additionalContent}`}
				module={{ id: 'preview', title: draft.title, type: draft.type, content: draft.content, additionalContent }}
				readingState={previewState}
				frameHosts={frameHosts}
			/>
		</div>
	)
}

type Props = {
	courseId: string
	/** The module to edit, or its draft; absent for a new module. */
	module?: CourseModule | undefined
	/** Set if the form shows a draft: of an existing module or of a new one. */
	draftOf?: 'module' | 'new' | undefined
	/** The course is published, so the form offers to keep a draft. */
	isLive?: boolean
	userId: string
	frameHosts: readonly string[]
	/** The modules of the course, whose paragraphs a quiz can link to. */
	courseModules?: readonly CourseModule[]
	onSaved(module: CourseModule): void
	onCancel(): void
}

function useModuleForm({ courseId, module, draftOf: draftKind, userId, onSaved }: Props, showFields: () => void) {
	// The draft of a new module is always saved as a draft.
	const defaultSaveAs = draftKind === 'new' ? 'draft' : 'module'
	const saveAs = useRef<ModuleSave['as']>(defaultSaveAs)
	const [schema] = useState(() => moduleForm(() => saveAs.current === 'draft'))
	/** The pending confirmation of a type change; `save` confirms it. */
	const [pendingChange, setPendingChange] = useState<TypeChange & { save(): void }>()
	const form = useContractForm(schema, saveModuleMutation(courseId, module), {
		defaultValues: formStateOf(module),
		labels,
		placeOf: (path, draft) => fieldLabel(draft.type, path),
		draft: { key: draftKey(userId, courseId, module?.id), parse: parseDraft, isIdempotent: !module },
		edited: {
			what: 'module',
			original: module,
			toForm: formStateOf,
			together: { type: ['typed'] },
			formats: { type: typeText, content: (html) => <RichText html={html} />, files: filesText },
		},
		reveal: showFields,
		before(draft, send, base) {
			const typeChange = typeChangeOf(draft, base?.type)
			if (typeChange && saveAs.current === 'module') setPendingChange({ ...typeChange, save: () => send(draft) })
			else send(draft)
		},
		toInput: (draft, base, idempotencyKey) => ({
			as: saveAs.current,
			body: {
				...bodyOf(draft),
				version: base?.version,
				idempotencyKey,
				...(draftKind === 'module' && saveAs.current === 'module' ? { endsDraft: true } : {}),
			},
		}),
		onDone: onSaved,
		onFailed: () => setPendingChange(undefined),
	})
	function change(part: Partial<ModuleFormState>): void {
		for (const [name, value] of Object.entries(part) as [keyof ModuleFormState, string][])
			form.setValue(name, value, { shouldDirty: true })
		// Errors of some fields depend on other fields.
		if (form.formState.isSubmitted) void form.trigger()
	}
	// The action is stored, so input typed during validation is sent with the same action.
	function submit(event?: Parameters<typeof form.submit>[0]): Promise<void> {
		saveAs.current = defaultSaveAs
		return form.submit(event)
	}
	function keepAsDraft(): void {
		saveAs.current = 'draft'
		void form.submit()
	}
	const cancelChange = () => setPendingChange(undefined)
	return { form: { ...form, submit }, change, pendingChange, cancelChange, keepAsDraft }
}

type QuestionProps = { change: TypeChange & { save(): void }; isBusy: boolean; onClose(): void }

/** Asks for confirmation before a type change deletes data of the previous type. */
function TypeChangeDialog({ change, ...props }: QuestionProps) {
	const { to, text, losesWork, save } = change
	const action = { label: `Save as ${to}`, busy: 'Saving...', variant: losesWork ? 'danger' : 'primary' } as const
	return <ConfirmDialog title={`Save it as ${to}?`} description={text} action={action} onConfirm={save} {...props} />
}

const STATUS_TEXTS = {
	new: 'No content yet.',
	saved: 'All changes saved.',
	unsaved: 'Unsaved changes are kept in this browser.',
	saving: 'Saving...',
	failed: 'Not saved, but kept in this browser. See the errors at the top.',
} as const

type FormStatus = { isPending: boolean; failure: unknown; conflict: unknown; isDirty: boolean }

function stateOf({ isPending, failure, conflict, isDirty }: FormStatus, module: CourseModule | undefined) {
	if (isPending) return 'saving'
	if (failure || conflict) return 'failed'
	if (isDirty) return 'unsaved'
	return module ? 'saved' : 'new'
}

/** Returns the text about who will see the saved module, for a published course or a draft. */
function saveExplanation(module: CourseModule | undefined, draftKind: Props['draftOf']): string {
	if (draftKind === 'new') return 'Only admins see this module until you publish it.'
	if (!module)
		return 'This course is published. “Create Module” shows the module to members right away. To open it later, choose “Keep as draft”, set when it opens, and publish it.'
	return 'This course is published. “Save Module” publishes your changes right away; “Keep as draft” hides them from members until you publish.'
}

function Head({ module, explains, draftOf: draftKind }: Pick<Props, 'module' | 'draftOf'> & { explains: boolean }) {
	return (
		<div className="mb-4">
			<h2 className="text-title">{module ? 'Edit Module' : 'Add Module'}</h2>
			{explains && <p className="mt-1 text-small text-muted">{saveExplanation(module, draftKind)}</p>}
		</div>
	)
}

export function ModuleForm(props: Props) {
	const { module, frameHosts, courseModules = [], onCancel, isLive = false, draftOf: draftKind } = props
	const [tab, setTab] = useState('write')
	const { form, change, pendingChange, cancelChange, keepAsDraft } = useModuleForm(props, () => setTab('write'))
	const draft: ModuleFormState = form.watch()
	const state = stateOf(form, module)
	const isNewDraft = draftKind === 'new'
	const offersDraft = !isNewDraft && (isLive || draftKind === 'module')
	function discard() {
		form.discard()
		// The discard button disappears together with the changes.
		form.goTo('title')
	}
	const fields = (
		<ModuleFields
			draft={draft}
			errorOf={form.errorOf}
			frameHosts={frameHosts}
			otherTexts={courseModules.filter(({ id }) => id !== module?.id)}
			// The draft loads from storage after the first paint; a new key passes it to the editor.
			editorKey={String(form.round)}
			onChange={change}
		/>
	)
	return (
		<>
			<Head module={module} explains={isNewDraft || offersDraft} draftOf={draftKind} />
			<Form of={form} className="grid grid-cols-1 gap-4" aria-label={module ? 'Edit module' : 'New module'}>
				<Tabs
					label="Module"
					value={tab}
					onValueChange={setTab}
					tabs={[
						{ value: 'write', label: 'Write', content: fields },
						{ value: 'preview', label: 'Preview', content: <DraftPreview draft={draft} frameHosts={frameHosts} /> },
					]}
				/>
				<SaveBar
					status={STATUS_TEXTS[state]}
					hasFailed={state === 'failed'}
					onDiscard={form.isDirty && discard}
					isPending={form.isPending}
				>
					<SubmitButton form={form} busy="Saving...">
						{isNewDraft ? 'Save draft' : module ? 'Save Module' : 'Create Module'}
					</SubmitButton>
					{offersDraft && (
						<Button variant="line" disabled={form.isPending || !form.isReady} onClick={keepAsDraft}>
							Keep as draft
						</Button>
					)}
					<Button variant="line" onClick={onCancel}>
						Close
					</Button>
				</SaveBar>
			</Form>
			{pendingChange && <TypeChangeDialog change={pendingChange} isBusy={form.isPending} onClose={cancelChange} />}
		</>
	)
}
