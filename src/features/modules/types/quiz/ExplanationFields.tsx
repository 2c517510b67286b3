import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import type { CourseText } from '../../components/admin/editor-fields.ts'
import { beginningOf, type Paragraph, paragraphWith } from './read-again.ts'

type Paragraphs = readonly Paragraph<CourseText>[]

/** Renders a `datalist` with the paragraphs of the course, shared by the fields of all questions. */
export function ParagraphList({ id, paragraphs }: { id: string; paragraphs: Paragraphs }) {
	const titles = new Map(paragraphs.map(({ line, text }) => [beginningOf(line), text.title]))
	return (
		<datalist id={id}>
			{[...titles].map(([words, title]) => (
				<option key={words} value={words} label={title} />
			))}
		</datalist>
	)
}

/** Returns a hint about the paragraph that the author's words link to. */
function hintFor(paragraphs: Paragraphs, words: string | undefined): string {
	if (!words?.trim())
		return 'A few words from the paragraph in this course that has the answer. If empty, the link goes to the content above, if there is any.'
	const found = paragraphWith(paragraphs, words)
	return found
		? `Links to this paragraph in “${found.text.title || 'Untitled module'}”.`
		: 'No paragraph in this course has these words. The link goes to the content above, if there is any.'
}

export interface Explained {
	why?: string | undefined
	readAgain?: string | undefined
}

type Props = {
	explained: Explained
	/** Prefix of the question's field names. */
	field: string
	paragraphs: Paragraphs
	listId: string
	errorAt(path: string): string | undefined
	onChange(part: Explained): void
}

/** Edits the explanation that members see after an attempt. */
export function ExplanationFields({ explained, field, paragraphs, listId, errorAt, onChange }: Props) {
	return (
		<>
			<TextAreaField
				label="Why"
				optional
				hint="Members read it after each try, whether they were right or wrong."
				className="field-sizing-content min-h-20"
				data-field={`${field}.why`}
				value={explained.why ?? ''}
				error={errorAt('why')}
				onChange={({ target }) => onChange({ why: target.value || undefined })}
			/>
			<TextField
				label="Read it again"
				optional
				hint={hintFor(paragraphs, explained.readAgain)}
				list={listId}
				autoComplete="off"
				data-field={`${field}.readAgain`}
				value={explained.readAgain ?? ''}
				error={errorAt('readAgain')}
				onChange={({ target }) => onChange({ readAgain: target.value || undefined })}
			/>
		</>
	)
}
