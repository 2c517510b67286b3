import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import type { CourseText } from '../../components/admin/editor-fields.ts'
import { beginningOf, type Paragraph, paragraphWith } from './read-again.ts'

type Paragraphs = readonly Paragraph<CourseText>[]

/** The paragraphs of the course, as suggestions for the fields of all questions. */
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

/** Returns where these words lead. */
function hintFor(paragraphs: Paragraphs, words: string | undefined): string {
	if (!words?.trim())
		return 'Words of the paragraph in this course that has the answer. Without words, it leads to the content above, if there is any.'
	const found = paragraphWith(paragraphs, words)
	return found
		? `Leads to this paragraph in “${found.text.title || 'Untitled module'}”.`
		: 'No paragraph of this course has these words. It leads to the content above, if there is any.'
}

export interface Explained {
	why?: string | undefined
	readAgain?: string | undefined
}

type Props = {
	explained: Explained
	/** Prefix of the names of its fields. */
	field: string
	paragraphs: Paragraphs
	listId: string
	errorAt(path: string): string | undefined
	onChange(part: Explained): void
}

/** What members read about a question after a try. */
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
