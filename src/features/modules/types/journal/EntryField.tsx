import { type ComponentProps, useId } from 'react'
import { classes } from '#src/components/ui/styles.ts'
import { ENTRY_CHARACTERS } from '../../journal-contract.ts'
import { countWords, isOverLimit } from './schema.ts'

function Words({ words, limit, id }: { words: number; limit: number; id: string }) {
	const isOver = isOverLimit(words, limit)
	return (
		<p id={id} className={classes('text-small', isOver ? 'text-red-text' : 'text-muted')}>
			{words} {words === 1 && limit === 0 ? 'word' : limit > 0 ? `of ${limit} words` : 'words'}
			{isOver && `. Shorten it by ${words - limit} to save it.`}
		</p>
	)
}

type FieldProps = {
	text: string
	wordLimit: number
	/** What the form gives to its field, and what was wrong with it. */
	field: ComponentProps<'textarea'>
	error?: string | undefined
}

/** Whether an entry can be saved: something in it, and not too much. */
export const isWhole = (text: string, wordLimit: number) => {
	const words = countWords(text)
	return words > 0 && !isOverLimit(words, wordLimit)
}

/** The text of an entry, with what there is to know while one writes it. */
export function EntryField({ text, wordLimit, field, error }: FieldProps) {
	const id = useId()
	const words = countWords(text)
	return (
		<>
			<label className="label" htmlFor={id}>
				Your entry
			</label>
			<textarea
				{...field}
				id={id}
				className="input min-h-48 font-serif text-lead"
				maxLength={ENTRY_CHARACTERS}
				aria-describedby={`${id}-words ${id}-who ${id}-error`}
				aria-invalid={isOverLimit(words, wordLimit) || error !== undefined || undefined}
			/>
			<p className="field-error" id={`${id}-error`} aria-live="polite">
				{error}
			</p>
			<Words id={`${id}-words`} words={words} limit={wordLimit} />
			<p id={`${id}-who`} className="text-small text-muted">
				Only you and the instructors can read this.
			</p>
		</>
	)
}
