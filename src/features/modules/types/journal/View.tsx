import { type FormEvent, useId } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { classes } from '#src/components/ui/styles.ts'
import { useDraft } from '#src/lib/drafts.ts'
import { useMutation, useQuery } from '#src/lib/query.ts'
import type { ViewProps } from '../../components/reader.ts'
import { ENTRY_CHARACTERS, type JournalEntry } from '../../contract.ts'
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

type EditorProps = {
	moduleId: string
	userId: string
	entry: JournalEntry | null
	wordLimit: number
	isPreview: boolean
}

function Entry({ moduleId, userId, entry, wordLimit, isPreview }: EditorProps) {
	const id = useId()
	const draft = useDraft(isPreview ? undefined : `${userId}:journal:${moduleId}`, entry?.content)
	const mutation = useMutation(saveJournalMutation(moduleId))
	const words = countWords(draft.text)
	const isOver = isOverLimit(words, wordLimit)
	const cannotSave = words === 0 || isOver || isPreview

	function submit(event: FormEvent) {
		event.preventDefault()
		if (cannotSave || mutation.isPending) return
		const sent = draft.text
		// What was typed while it was being saved stays a draft.
		mutation.mutate(sent, { onSuccess: (saved) => draft.clearIf(saved.content) })
	}

	// A preview stands in the form of the module, and HTML has no form in a form.
	const Frame = isPreview ? 'div' : 'form'
	return (
		<Frame className="grid gap-3" onSubmit={submit}>
			<label className="label" htmlFor={id}>
				Your entry
			</label>
			<textarea
				id={id}
				className="input min-h-48 font-serif text-lead"
				value={draft.text}
				maxLength={ENTRY_CHARACTERS}
				aria-describedby={`${id}-words ${id}-who`}
				aria-invalid={isOver || undefined}
				onChange={(event) => draft.change(event.target.value)}
			/>
			<Words id={`${id}-words`} words={words} limit={wordLimit} />
			<p id={`${id}-who`} className="text-small text-muted">
				Only you and the instructors can read this.
			</p>
			<div className="flex flex-wrap items-center gap-4">
				<Button type="submit" loading={mutation.isPending} disabled={cannotSave}>
					{mutation.isPending ? 'Saving...' : 'Save'}
				</Button>
				<p role="status" className="text-small text-muted">
					{draft.isDraft ? (
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
		</Frame>
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
	return <Entry moduleId={moduleId} userId={userId} entry={query.data} wordLimit={wordLimit} isPreview={false} />
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
			{isPreview && <Entry moduleId={module.id} userId="" entry={null} wordLimit={wordLimit} isPreview />}
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
