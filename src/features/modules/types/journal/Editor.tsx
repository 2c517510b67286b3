import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import type { EditorProps } from '../../components/admin/editor-props.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export function Editor({ data, onChange, errorAt }: EditorProps) {
	return (
		<>
			<TextAreaField
				label="Prompt"
				className="field-sizing-content"
				value={text(data.prompt)}
				data-field="data.prompt"
				error={errorAt('prompt')}
				onChange={(event) => onChange({ ...data, prompt: event.target.value })}
			/>
			<TextAreaField
				label="Guidelines"
				optional
				className="field-sizing-content"
				value={text(data.guidelines)}
				data-field="data.guidelines"
				error={errorAt('guidelines')}
				onChange={(event) => onChange({ ...data, guidelines: event.target.value })}
			/>
			<TextField
				label="Word limit"
				type="number"
				min={0}
				inputMode="numeric"
				hint="0 means no limit."
				value={Number.isFinite(data.wordLimit) ? String(data.wordLimit) : ''}
				data-field="data.wordLimit"
				error={errorAt('wordLimit')}
				onChange={(event) =>
					onChange({ ...data, wordLimit: event.target.value === '' ? Number.NaN : event.target.valueAsNumber })
				}
			/>
		</>
	)
}
