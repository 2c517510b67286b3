import { type ChangeEvent, type ComponentProps, useId, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { Form, SubmitButton } from '#src/components/ui/Form.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { classes } from '#src/components/ui/styles.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { useQuery } from '#src/lib/query.ts'
import type { ViewProps } from '../../components/reader.ts'
import { ENTRY_CHARACTERS, type JournalEntry, saveJournal } from '../../contract.ts'
import { getJournalQuery, saveJournalMutation } from '../../queries.ts'
import { readData } from '../registry.ts'
import { countWords, isOverLimit, journalData } from './schema.ts'

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
const isWhole = (text: string, wordLimit: number) => {
	const words = countWords(text)
	return words > 0 && !isOverLimit(words, wordLimit)
}

function EntryField({ text, wordLimit, field, error }: FieldProps) {
	const id = useId()
	const words = countWords(text)
	return (
		<>
			<label className="label" htmlFor={id}>
				{labels.content}
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

const labels = { content: 'Your entry' }

type EntryProps = { moduleId: string; userId: string; entry: JournalEntry | null; wordLimit: number }

function Entry({ moduleId, userId, entry, wordLimit }: EntryProps) {
	const form = useContractForm(saveJournal.body, saveJournalMutation(moduleId), {
		defaultValues: { content: entry?.content ?? '' },
		labels,
		draft: { key: `${userId}:journal:${moduleId}` },
		afterSending: 'stays',
		toInput: ({ content }) => content,
	})
	const text = form.watch('content')
	return (
		<Form of={form} className="grid gap-3">
			<EntryField text={text} wordLimit={wordLimit} field={form.register('content')} error={form.errorOf('content')} />
			<div className="flex flex-wrap items-center gap-4">
				<SubmitButton form={form} disabled={!isWhole(text, wordLimit)} busy="Saving...">
					Save
				</SubmitButton>
				<p role="status" className="text-small text-muted">
					{form.isDirty ? (
						'Not saved yet. A draft is kept in this browser.'
					) : entry ? (
						<>
							Saved <LocalTime when={entry.updatedAt} />
						</>
					) : (
						''
					)}
				</p>
			</div>
			{entry?.instructorFeedback && (
				<section className="mt-3 border-s-2 border-brass ps-5" aria-label="Instructor feedback">
					<h3 className="text-ui">Instructor feedback</h3>
					<p className="mt-1 whitespace-pre-line">{entry.instructorFeedback}</p>
				</section>
			)}
		</Form>
	)
}

/** What a member will see. It stands in the form of the module, and HTML has no form in a form: nothing can be saved. */
function PreviewedEntry({ wordLimit }: { wordLimit: number }) {
	const [text, setText] = useState('')
	const field = { value: text, onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value) }
	return (
		<div className="grid gap-3">
			<EntryField text={text} wordLimit={wordLimit} field={field} />
			<div>
				<Button disabled>Save</Button>
			</div>
		</div>
	)
}

/** As high as the form. */
function EntrySkeleton() {
	return (
		<div className="for-signed-in">
			<Skeleton className="h-86.75 w-full" />
		</div>
	)
}

function OwnEntry({ moduleId, userId, wordLimit }: { moduleId: string; userId: string; wordLimit: number }) {
	const query = useQuery(getJournalQuery(moduleId))
	if (query.isPending) return <EntrySkeleton />
	if (query.error)
		return <FetchError title="Failed to fetch journal entry" error={query.error} onRetry={query.refetch} />
	return <Entry moduleId={moduleId} userId={userId} entry={query.data} wordLimit={wordLimit} />
}

export function View({ module, reader }: ViewProps) {
	const { prompt, guidelines, wordLimit } = readData(journalData, module.additionalContent)
	const { viewer, isPreview } = reader
	return (
		<div className="mt-6 grid gap-5 border-t border-rule pt-6">
			{prompt && <p className="max-w-reading whitespace-pre-line font-serif text-subtitle">{prompt}</p>}
			{guidelines && (
				<div>
					<h3 className="text-ui">Guidelines</h3>
					<p className="mt-1 max-w-reading whitespace-pre-line text-muted">{guidelines}</p>
				</div>
			)}
			{isPreview && <PreviewedEntry wordLimit={wordLimit} />}
			{viewer && !isPreview && <OwnEntry moduleId={module.id} userId={viewer.id} wordLimit={wordLimit} />}
			{viewer === undefined && <EntrySkeleton />}
			{!viewer && !isPreview && (
				<p className="for-visitor text-muted">
					Please{' '}
					<a className="link" href="/auth">
						log in
					</a>{' '}
					to write in your journal. Only you and the instructors will be able to read it.
				</p>
			)}
		</div>
	)
}
