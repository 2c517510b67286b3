import { Badge } from '#src/components/ui/Badge.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { PageSpinner } from '#src/components/ui/Spinner.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import { giveFeedbackMutation, listJournalsQuery, listWaitingJournalsQuery } from '../../admin-queries.ts'
import { type AdminJournalEntry, feedbackBody } from '../../journal-contract.ts'

const toForm = ({ instructorFeedback }: AdminJournalEntry) => ({ instructorFeedback: instructorFeedback ?? '' })

function FeedbackForm({ userId, entry }: { userId: string; entry: AdminJournalEntry }) {
	const form = useContractForm(feedbackBody, giveFeedbackMutation(entry), {
		defaultValues: toForm(entry),
		labels: { instructorFeedback: `Your feedback to ${entry.user.name}` },
		draft: { key: `${userId}:feedback:${entry.id}` },
		afterSending: 'stays',
		edited: {
			what: 'entry or its feedback',
			original: entry,
			toForm,
			also: ({ content }, base) => (content === base?.content ? [] : [['Current entry', content]]),
		},
		toInput: (body, base) => ({ ...body, version: base?.version }),
	})
	return (
		<Form of={form} className="mt-4 grid gap-3">
			<TextAreaField className="min-h-24" maxLength={10_000} {...form.field('instructorFeedback')} />
			<div className="flex items-center gap-4">
				<SubmitButton form={form} disabled={form.watch('instructorFeedback').trim() === ''} busy="Saving...">
					Save Feedback
				</SubmitButton>
				<p role="status" className="text-small text-muted">
					{form.isDirty && 'Not saved yet.'}
				</p>
			</div>
		</Form>
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
	const failure = query.error && (
		<FetchError title="Failed to fetch journal entries" error={query.error} onRetry={query.refetch} />
	)
	if (query.isMissing) return failure
	const entries = query.items
	if (entries.length === 0)
		return (
			<EmptyState title={waitingOnly ? 'No entries waiting for feedback' : 'No journal entries yet'}>
				{waitingOnly ? 'Entries appear here until you give feedback.' : 'Entries appear here when members save them.'}
			</EmptyState>
		)
	return (
		<>
			{failure && <div className="mb-5">{failure}</div>}
			<ul className="grid gap-8">
				{entries.map((entry) => (
					<li key={entry.id} className="card card-body">
						<Entry userId={userId} entry={entry} withCourse={courseId === undefined} />
					</li>
				))}
			</ul>
			<LoadMore of={query} />
		</>
	)
}

type Props = {
	/** If absent, shows the entries of all courses that are waiting for feedback. */
	courseId?: string
	userId: string
	/** The tab given in the URL. */
	tab?: JournalTab
}

type JournalTab = 'waiting' | 'all'

/** Lists journal entries for instructors, by default those waiting for feedback. The tab is kept in the URL. */
export function AdminJournals({ courseId, userId, tab: initialTab = 'waiting' }: Props) {
	const { filters, setFilters } = useUrlFilters({ show: initialTab === 'all' ? 'all' : '' })
	const tab = filters.show || 'waiting'
	if (courseId === undefined) return <Entries courseId={undefined} userId={userId} waitingOnly />
	const list = (value: string) =>
		tab === value && <Entries courseId={courseId} userId={userId} waitingOnly={value === 'waiting'} />
	return (
		<Tabs
			label="Journal entries"
			value={tab}
			onValueChange={(value) => setFilters({ show: value === 'all' ? 'all' : '' })}
			tabs={[
				{ value: 'waiting', label: 'Waiting for feedback', content: list('waiting') },
				{ value: 'all', label: 'All entries', content: list('all') },
			]}
		/>
	)
}
