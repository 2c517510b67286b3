import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { PageSpinner } from '#src/components/ui/Spinner.tsx'
import { useDraft } from '#src/lib/drafts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { feedbackMutation, journalsQuery } from '../../admin-queries.ts'
import type { AdminJournalEntry } from '../../contract.ts'
import { Tabs } from '../Tabs.tsx'

function FeedbackForm({ courseId, userId, entry }: { courseId: string; userId: string; entry: AdminJournalEntry }) {
	const id = useId()
	const draft = useDraft(`${userId}:feedback:${entry.id}`, entry.instructorFeedback ?? '')
	const mutation = useMutation(feedbackMutation(queryClient, courseId, entry), queryClient)
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

function Entries({ courseId, userId, waitingOnly }: { courseId: string; userId: string; waitingOnly: boolean }) {
	const query = useInfiniteQuery(journalsQuery(courseId, waitingOnly), queryClient)
	if (query.isPending) return <PageSpinner label="Loading journal entries" />
	if (query.error)
		return <FetchError title="Failed to fetch journal entries" error={query.error} onRetry={query.refetch} />
	const entries = query.data.pages.flat()
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
						<p className="flex flex-wrap items-center gap-2">
							<strong>{entry.user.name}</strong>
							<span className="text-muted">· {entry.moduleTitle}</span>
							{entry.isWaiting && <Badge tone="brass">Waiting for feedback</Badge>}
						</p>
						<p className="text-tiny text-muted">
							<LocalTime when={entry.updatedAt} />
						</p>
						<p className="mt-3 max-w-reading whitespace-pre-line font-serif">{entry.content}</p>
						<FeedbackForm courseId={courseId} userId={userId} entry={entry} />
					</li>
				))}
			</ul>
			{query.hasNextPage && (
				<Button
					className="mt-6"
					variant="line"
					loading={query.isFetchingNextPage}
					onClick={() => void query.fetchNextPage()}
				>
					Older entries
				</Button>
			)}
		</>
	)
}

/** The journals of a course, for instructors: what waits for an answer first. */
export function AdminJournals({ courseId, userId }: { courseId: string; userId: string }) {
	const [tab, setTab] = useState('waiting')
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
