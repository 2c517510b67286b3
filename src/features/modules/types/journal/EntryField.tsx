import { type ComponentProps, useId } from 'react'
import { classes } from '#src/components/ui/styles.ts'
import { ENTRY_CHARACTERS } from '../../journal-contract.ts'
import { countWords, isOverLimit } from './schema.ts'

function WordCount({ words, limit, id }: { words: number; limit: number; id: string }) {
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
	/** Props and error of the form field. */
	field: ComponentProps<'textarea'>
	error?: string | undefined
}

/** Returns whether an entry can be saved: it is not empty and within the limit. */
export const canSave = (text: string, wordLimit: number) => {
	const words = countWords(text)
	return words > 0 && !isOverLimit(words, wordLimit)
}

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
			<WordCount id={`${id}-words`} words={words} limit={wordLimit} />
			<p id={`${id}-who`} className="text-small text-muted">
				Only you and the instructors can read this.
			</p>
		</>
	)
}
