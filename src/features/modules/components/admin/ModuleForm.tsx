import { useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { SaveBar } from '#src/components/ui/forms/SaveBar.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { RichText } from '#src/features/rich-text/components/RichText.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { saveModuleMutation, type Writing } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import { ModuleView } from '../ModuleView.tsx'
import { previewState } from '../reading-state.ts'
import { ModuleFields } from './ModuleFields.tsx'
import {
	bodyOf,
	draftKey,
	draftOf,
	filesText,
	labels,
	type ModuleFormState,
	moduleForm,
	parseDraft,
	placeOf,
	type TypeChange,
	typeChangeOf,
	typeText,
	wholeDataOf,
} from './module-form-state.ts'

function DraftPreview({ draft, frameHosts }: { draft: ModuleFormState; frameHosts: readonly string[] }) {
	const additionalContent = JSON.stringify(wholeDataOf(draft))
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

function useModuleForm({ courseId, module, draftOf: shown, userId, onSaved }: Props, showFields: () => void) {
	// The draft of a new module is always saved as a draft.
	const usual = shown === 'new' ? 'draft' : 'module'
	const saveAs = useRef<Writing['as']>(usual)
	const [schema] = useState(() => moduleForm(() => saveAs.current === 'draft'))
	/** The pending confirmation of a type change; `save` confirms it. */
	const [asked, setAsked] = useState<TypeChange & { save(): void }>()
	const form = useContractForm(schema, saveModuleMutation(courseId, module), {
		defaultValues: draftOf(module),
		labels,
		placeOf: (path, draft) => placeOf(draft.type, path),
		draft: { key: draftKey(userId, courseId, module?.id), parse: parseDraft, isIdempotent: !module },
		edited: {
			what: 'module',
			began: module,
			toForm: draftOf,
			together: { type: ['typed'] },
			formats: { type: typeText, content: (html) => <RichText html={html} />, files: filesText },
		},
		reveal: showFields,
		before(draft, send, base) {
			const typeChange = typeChangeOf(draft, base?.type)
			if (typeChange && saveAs.current === 'module') setAsked({ ...typeChange, save: () => send(draft) })
			else send(draft)
		},
		toInput: (draft, base, idempotencyKey) => ({
			as: saveAs.current,
			body: {
				...bodyOf(draft),
				version: base?.version,
				idempotencyKey,
				...(shown === 'module' && saveAs.current === 'module' ? { endsDraft: true } : {}),
			},
		}),
		onDone: onSaved,
		onFailed: () => setAsked(undefined),
	})
	function change(part: Partial<ModuleFormState>): void {
		for (const [name, value] of Object.entries(part) as [keyof ModuleFormState, string][])
			form.setValue(name, value, { shouldDirty: true })
		// Errors of some fields depend on other fields.
		if (form.formState.isSubmitted) void form.trigger()
	}
	// The action is stored, so input typed during validation is sent with the same action.
	function submit(event?: Parameters<typeof form.submit>[0]): Promise<void> {
		saveAs.current = usual
		return form.submit(event)
	}
	function keepAsDraft(): void {
		saveAs.current = 'draft'
		void form.submit()
	}
	return { form: { ...form, submit }, change, asked, forgetAsked: () => setAsked(undefined), keepAsDraft }
}

type QuestionProps = { change: TypeChange; isBusy: boolean; onConfirm(): void; onClose(): void }

/** Asks for confirmation before a type change deletes data of the previous type. */
function TypeQuestion({ change: { to, text, losesWork }, ...props }: QuestionProps) {
	const action = { label: `Save as ${to}`, busy: 'Saving...', variant: losesWork ? 'danger' : 'primary' } as const
	return <ConfirmDialog title={`Save it as ${to}?`} description={text} action={action} {...props} />
}

const STATES = {
	new: 'No content yet.',
	saved: 'All changes saved.',
	unsaved: 'Unsaved changes are kept in this browser.',
	saving: 'Saving...',
	failed: 'Not saved, but kept in this browser. See the errors at the top.',
} as const

type Progressing = { isPending: boolean; failure: unknown; conflict: unknown; isDirty: boolean }

function stateOf({ isPending, failure, conflict, isDirty }: Progressing, module: CourseModule | undefined) {
	if (isPending) return 'saving'
	if (failure || conflict) return 'failed'
	if (isDirty) return 'unsaved'
	return module ? 'saved' : 'new'
}

/** Returns the text about who will see the saved module, for a published course or a draft. */
function whatSavingDoes(module: CourseModule | undefined, shown: Props['draftOf']): string {
	if (shown === 'new') return 'Only admins see this module until you publish it.'
	if (!module)
		return 'This course is published. “Create Module” shows the module to members right away. To open it later, choose “Keep as draft”, set when it opens, and publish it.'
	return 'This course is published. “Save Module” publishes your changes right away; “Keep as draft” hides them from members until you publish.'
}

function Head({ module, explains, draftOf: shown }: Pick<Props, 'module' | 'draftOf'> & { explains: boolean }) {
	return (
		<div className="mb-4">
			<h2 className="text-title">{module ? 'Edit Module' : 'Add Module'}</h2>
			{explains && <p className="mt-1 text-small text-muted">{whatSavingDoes(module, shown)}</p>}
		</div>
	)
}

export function ModuleForm(props: Props) {
	const { module, frameHosts, courseModules = [], onCancel, isLive = false, draftOf: shown } = props
	const [tab, setTab] = useState('write')
	const { form, change, asked, forgetAsked, keepAsDraft } = useModuleForm(props, () => setTab('write'))
	const draft: ModuleFormState = form.watch()
	const state = stateOf(form, module)
	const isNewDraft = shown === 'new'
	const offersDraft = !isNewDraft && (isLive || shown === 'module')
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
			<Head module={module} explains={isNewDraft || offersDraft} draftOf={shown} />
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
					status={STATES[state]}
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
			{asked && <TypeQuestion change={asked} isBusy={form.isPending} onConfirm={asked.save} onClose={forgetAsked} />}
		</>
	)
}
