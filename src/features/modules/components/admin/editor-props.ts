/** What the form of a module gives to the editor of its type. */
export interface EditorProps {
	/** The data as it is being written; it may not fit the schema yet. */
	data: Record<string, unknown>
	onChange(data: Record<string, unknown>): void
	/** What is wrong at a place, such as `questions.0.question`. */
	errorAt(path: string): string | undefined
	/** The module's title as it is being written, for previews. */
	title: string
	/** Hosts besides YouTube and Vimeo whose players may stand in a frame. */
	frameHosts: readonly string[]
}
