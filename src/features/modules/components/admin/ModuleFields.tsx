import type { ComponentType } from 'react'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { RichTextEditor } from '#src/features/rich-text/components/editor/RichTextEditor.tsx'
import { moduleTypes, needsContent } from '../../types/registry.ts'
import type { CourseText, EditorProps } from './editor-fields.ts'
import { dataOf, labels, type ModuleFormState } from './module-form-state.ts'
import { WorksheetFields } from './WorksheetFields.tsx'

/** Editors by type. Text modules have none, only content. */
const editors = import.meta.glob<ComponentType<EditorProps>>('../../types/*/Editor.tsx', {
	eager: true,
	import: 'Editor',
})

type Props = {
	draft: ModuleFormState
	errorOf(path: string): string | undefined
	frameHosts: readonly string[]
	/** Titles and content of the other modules. */
	otherTexts: readonly CourseText[]
	/** A new key remounts the text editor with the content of the draft. */
	editorKey: string
	onChange(part: Partial<ModuleFormState>): void
}

export function ModuleFields({ draft, errorOf, frameHosts, otherTexts, editorKey, onChange }: Props) {
	const Editor = editors[`../../types/${draft.type}/Editor.tsx`]
	return (
		<div className="grid grid-cols-1 gap-5">
			<TextField
				label={labels.title}
				data-field="title"
				value={draft.title}
				error={errorOf('title')}
				onChange={(event) => onChange({ title: event.target.value })}
			/>
			<TextAreaField
				label={labels.description}
				data-field="description"
				className="field-sizing-content min-h-20"
				value={draft.description}
				error={errorOf('description')}
				onChange={(event) => onChange({ description: event.target.value })}
			/>
			<SelectField
				label={labels.type}
				data-field="type"
				value={draft.type}
				error={errorOf('type') ?? errorOf('data.type')}
				onChange={(event) => onChange({ type: event.target.value })}
				options={moduleTypes.map(({ type, label }) => [type, label] as const)}
			/>
			<RichTextEditor
				key={editorKey}
				label={labels.content}
				field="content"
				initial={draft.content}
				optional={!needsContent(draft.type)}
				error={errorOf('content')}
				onChange={(content) => onChange({ content })}
			/>
			{Editor && (
				<Editor
					// Resets the state of the editor when the type changes.
					key={draft.type}
					data={dataOf(draft)}
					title={draft.title}
					frameHosts={frameHosts}
					texts={[draft, ...otherTexts]}
					onChange={(data) => onChange({ typed: { ...draft.typed, [draft.type]: data } })}
					errorAt={(path) => errorOf(`data.${path}`)}
				/>
			)}
			<WorksheetFields
				files={draft.files}
				onChange={(files) => onChange({ files })}
				errorAt={(path) => errorOf(`data.files${path}`)}
			/>
		</div>
	)
}
