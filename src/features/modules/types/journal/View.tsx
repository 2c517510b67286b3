import { type ChangeEvent, lazy, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import type { ViewProps } from '../../components/reading-state.ts'
import { getJournalQuery } from '../../queries.ts'
import { readData } from '../registry.ts'
import { EntryField } from './EntryField.tsx'
import { journalData } from './schema.ts'

/** Loaded only for members, because the form's code is larger than the rest of the page. */
const EntryForm = lazy(async () => ({ default: (await import('./EntryForm.tsx')).EntryForm }))

/** Preview for authors. Saving is disabled: the preview is inside the module form, and HTML forms cannot nest. */
function EntryPreview({ wordLimit }: { wordLimit: number }) {
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

/** Placeholder with the height of the form. */
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
	return (
		<LazyPart fallback={<EntrySkeleton />}>
			<EntryForm moduleId={moduleId} userId={userId} entry={query.data} wordLimit={wordLimit} />
		</LazyPart>
	)
}

export function View({ module, readingState }: ViewProps) {
	const { prompt, guidelines, wordLimit } = readData(journalData, module.additionalContent)
	const { viewer, isPreview } = readingState
	return (
		<div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-rule pt-6">
			{prompt && <p className="max-w-reading whitespace-pre-line font-serif text-subtitle">{prompt}</p>}
			{guidelines && (
				<div>
					<h3 className="text-ui">Guidelines</h3>
					<p className="mt-1 max-w-reading whitespace-pre-line text-muted">{guidelines}</p>
				</div>
			)}
			{isPreview && <EntryPreview wordLimit={wordLimit} />}
			{viewer && !isPreview && <OwnEntry moduleId={module.id} userId={viewer.id} wordLimit={wordLimit} />}
			{viewer === undefined && <EntrySkeleton />}
			{!viewer && !isPreview && (
				<p className="for-visitor text-muted">
					Please{' '}
					<a className="link" href="/auth">
						log in
					</a>{' '}
					to write in your journal. Only you and the instructors can read it.
				</p>
			)}
		</div>
	)
}
