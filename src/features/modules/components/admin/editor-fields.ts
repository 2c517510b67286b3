import type { ChangeEvent } from 'react'

/** Props of a type's editor within the module form. */
export interface EditorProps {
	/** Current data; may not match the schema yet. */
	data: Record<string, unknown>
	onChange(data: Record<string, unknown>): void
	/** Returns the error at a path, such as `questions.0.question`. */
	errorAt(path: string): string | undefined
	/** Current title of the module, for previews. */
	title: string
	frameHosts: readonly string[]
	/** Title and content of each module as the author sees them, starting with this module. */
	texts: readonly CourseText[]
}

export type CourseText = { title: string; content: string }

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldProps = ({ errorAt }: EditorProps, name: string) => ({ 'data-field': `data.${name}`, error: errorAt(name) })

/** Returns a field of the data as text. */
export const textAt = ({ data }: EditorProps, name: string) => {
	const value = data[name]
	return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Returns the props of a `Field.tsx` component for a string in the data. */
export const textProps = (editor: EditorProps, name: string) => ({
	...fieldProps(editor, name),
	value: textAt(editor, name),
	onChange: ({ target }: ChangeEvent<Field>) => editor.onChange({ ...editor.data, [name]: target.value }),
})

/** Returns the props of a `Field.tsx` component for a number in the data. An empty input is stored as NaN. */
export const numberProps = (editor: EditorProps, name: string, initial?: number) => {
	const value = editor.data[name] ?? initial
	return {
		...fieldProps(editor, name),
		type: 'number',
		inputMode: 'numeric' as const,
		min: 0,
		value: Number.isFinite(value) ? String(value) : '',
		onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
			editor.onChange({ ...editor.data, [name]: target.value === '' ? Number.NaN : target.valueAsNumber }),
	}
}
