import { type FormEvent, useId, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { PageSpinner } from '#src/components/ui/Spinner.tsx'
import { useDraft } from '#src/lib/drafts.ts'
import { useMutation } from '#src/lib/query.ts'
import { useList } from '#src/lib/query-list.ts'
import { giveFeedbackMutation, listJournalsQuery, listWaitingJournalsQuery } from '../../admin-queries.ts'
import type { AdminJournalEntry } from '../../contract.ts'
import { Tabs } from '../Tabs.tsx'

function FeedbackForm({ userId, entry }: { userId: string; entry: AdminJournalEntry }) {
	const id = useId()
	const draft = useDraft(`${userId}:feedback:${entry.id}`, entry.instructorFeedback ?? '')
	const mutation = useMutation(giveFeedbackMutation(entry))
	function submit(event: FormEvent) {
		event.preventDefault()
		if (draft.text.trim() !== '') mutation.mutate(draft.text, { onSuccess: draft.clear })
	}
	return (
		<form className="mt-4 grid gap-3" onSubmit={submit}>
			<HiddenToken />
			<label className="label" htmlFor={id}>
				Your feedback to {entry.user.name}
			</label>
			<textarea
				id={id}
				className="input min-h-24"
				maxLength={10_000}
				value={draft.text}
				onChange={(event) => draft.change(event.target.value)}
			/>
			<div className="flex items-center gap-4">
				<Button type="submit" loading={mutation.isPending} disabled={draft.text.trim() === ''}>
					{mutation.isPending ? 'Saving...' : 'Save Feedback'}
				</Button>
				<p role="status" className="text-small text-muted">
					{draft.isDraft && 'Not saved yet.'}
				</p>
			</div>
		</form>
	)
}

function Entry({ userId, entry, withCourse }: { userId: string; entry: AdminJournalEntry; withCourse: boolean }) {
	return (
		<article aria-label={`${entry.user.name}, ${entry.moduleTitle}`}>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<strong>{entry.user.name}</strong>
				{entry.isWaiting && <Badge tone="brass">Waiting for feedback</Badge>}
			</div>
			<p className="mt-1">{entry.moduleTitle}</p>
			<p className="text-tiny text-muted">
				<LocalTime when={entry.updatedAt} />
				{withCourse && (
					<>
						{' · '}
						<a className="link" href={`/admin/courses/${entry.courseId}/journal`}>
							{entry.courseTitle}
						</a>
					</>
				)}
			</p>
			{entry.prompt && (
				<div className="mt-4 max-w-reading border-s-2 border-brass ps-4 text-muted">
					<p className="text-tiny">The prompt</p>
					<p className="whitespace-pre-line">{entry.prompt}</p>
				</div>
			)}
			<p className="mt-4 max-w-reading whitespace-pre-line font-serif">{entry.content}</p>
			<FeedbackForm userId={userId} entry={entry} />
		</article>
	)
}

type EntriesProps = { courseId: string | undefined; userId: string; waitingOnly: boolean }

function Entries({ courseId, userId, waitingOnly }: EntriesProps) {
	const query = useList(courseId === undefined ? listWaitingJournalsQuery : listJournalsQuery(courseId, waitingOnly))
	if (query.isPending) return <PageSpinner label="Loading journal entries" />
	if (query.error)
		return <FetchError title="Failed to fetch journal entries" error={query.error} onRetry={query.refetch} />
	const entries = query.items
	if (entries.length === 0)
		return (
			<EmptyState title={waitingOnly ? 'Nothing waits for feedback' : 'No journal entries yet'}>
				{waitingOnly ? 'Every entry has been answered.' : 'Entries appear here when members save them.'}
			</EmptyState>
		)
	return (
		<>
			<ul className="grid gap-8">
				{entries.map((entry) => (
					<li key={entry.id} className="card card-body">
						<Entry userId={userId} entry={entry} withCourse={courseId === undefined} />
					</li>
				))}
			</ul>
			{query.hasMore && (
				<Button className="mt-6" variant="line" loading={query.isLoadingMore} onClick={query.loadMore}>
					Older entries
				</Button>
			)}
		</>
	)
}

type Props = {
	/** Without one: what waits in all courses. */
	courseId?: string
	userId: string
}

/** Journals for instructors: what waits for an answer first. */
export function AdminJournals({ courseId, userId }: Props) {
	const [tab, setTab] = useState('waiting')
	if (courseId === undefined) return <Entries courseId={undefined} userId={userId} waitingOnly />
	const list = (value: string) =>
		tab === value && <Entries courseId={courseId} userId={userId} waitingOnly={value === 'waiting'} />
	return (
		<Tabs
			label="Journal entries"
			value={tab}
			onValueChange={setTab}
			tabs={[
				{ value: 'waiting', label: 'Waiting for feedback', content: list('waiting') },
				{ value: 'all', label: 'All entries', content: list('all') },
			]}
		/>
	)
}
