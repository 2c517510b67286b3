/** Props of a type's editor within the module form. */
export interface EditorProps {
	/** Current data; may not match the schema yet. */
	data: Record<string, unknown>
	onChange(data: Record<string, unknown>): void
	/** Returns the error at a path, such as `questions.0.question`. */
	errorAt(path: string): string | undefined
	/** Current title of the module, for previews. */
	title: string
	/** Hosts, in addition to YouTube and Vimeo, whose players may be embedded. */
	frameHosts: readonly string[]
}
