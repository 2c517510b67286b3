import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { type EditorProps, numberProps, textProps } from '../../components/admin/editor-fields.ts'

export const Editor = (props: EditorProps) => (
	<>
		<TextAreaField label="Prompt" className="field-sizing-content" {...textProps(props, 'prompt')} />
		<TextAreaField label="Guidelines" optional className="field-sizing-content" {...textProps(props, 'guidelines')} />
		<TextField label="Word limit" hint="0 means no limit." {...numberProps(props, 'wordLimit')} />
	</>
)
