import { CalendarPlus, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useQuery } from '#src/lib/query.ts'
import type { Session } from '../contract.ts'
import { isPast, listSessionsQuery } from '../queries.ts'
import { SessionTime } from './SessionTime.tsx'
import { TopicDialog } from './TopicDialog.tsx'

function OwnTopic({ topic }: { topic: string }) {
	return (
		<div className="mt-5 border-l-2 border-brass pl-4">
			<p className="text-small text-muted">Your topic for this session</p>
			<p className="post">{topic}</p>
		</div>
	)
}

function Card({ session, onSuggest }: { session: Session; onSuggest: () => void }) {
	return (
		<li className="card card-body">
			<p className="text-ui font-label">
				<SessionTime when={session.scheduledAt} zone={session.timeZone} />
			</p>
			<h2 className="mt-2 text-title break-words">{session.title}</h2>
			<p className="mt-1 text-small text-muted">{session.durationMinutes} minutes</p>
			{session.description && <p className="post mt-3 max-w-reading">{session.description}</p>}
			{session.ownTopic && <OwnTopic topic={session.ownTopic} />}
			<div className="mt-6 flex flex-wrap gap-3">
				<a className={buttonClass()} href={session.zoomLink} target="_blank" rel="noopener noreferrer">
					Join Zoom Meeting
					<ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.75} />
					<span className="sr-only">(opens in a new tab)</span>
				</a>
				{!session.ownTopic && (
					<Button variant="line" onClick={onSuggest}>
						Suggest a Topic
					</Button>
				)}
				<a className={buttonClass({ variant: 'line' })} href={`/api/coaching/sessions/${session.id}/calendar`} download>
					<CalendarPlus aria-hidden="true" className="size-4" strokeWidth={1.75} />
					Add to calendar
				</a>
			</div>
		</li>
	)
}

function PastSessions({ sessions }: { sessions: Session[] }) {
	if (sessions.length === 0) return null
	return (
		<details className="mt-10 border-t border-rule pt-4">
			<summary className="min-h-control cursor-pointer py-2 font-label">Past sessions ({sessions.length})</summary>
			<ul className="mt-2 border-t border-rule">
				{sessions.map((session) => (
					<li key={session.id} className="border-b border-rule py-4">
						<h3 className="text-subtitle break-words">{session.title}</h3>
						<p className="mt-1 text-small">
							<SessionTime when={session.scheduledAt} zone={session.timeZone} />
						</p>
						{session.description && <p className="post mt-2 max-w-reading text-ui text-muted">{session.description}</p>}
						{session.ownTopic && <OwnTopic topic={session.ownTopic} />}
					</li>
				))}
			</ul>
		</details>
	)
}

type Props = {
	initial: Session[]
	userId: string
	/** When the page was made: what is past by then, for a first rendering that matches. */
	now: number
}

/** The coaching sessions of a member: upcoming first, past ones folded away. */
export function SessionList({ initial, userId, now }: Props) {
	const { data: sessions, error } = useQuery(listSessionsQuery, { initial })
	const [suggesting, setSuggesting] = useState<string>()
	// A session stays until it ends: who is late still needs the link.
	const isOver = (session: Session) => isPast(session, now - session.durationMinutes * 60_000)
	const upcoming = sessions.filter((session) => !isOver(session))
	const past = sessions.filter(isOver).reverse()
	const chosen = sessions.find(({ id }) => id === suggesting)
	return (
		<>
			{error && <FetchError title="Failed to fetch sessions" error={error} />}
			{upcoming.length === 0 ? (
				<div className="card">
					<EmptyState title="No upcoming sessions">
						The next coaching call appears here as soon as it is set.
					</EmptyState>
				</div>
			) : (
				<ul className="grid gap-5">
					{upcoming.map((session) => (
						<Card key={session.id} session={session} onSuggest={() => setSuggesting(session.id)} />
					))}
				</ul>
			)}
			<PastSessions sessions={past} />
			{chosen && <TopicDialog session={chosen} userId={userId} onClose={() => setSuggesting(undefined)} />}
		</>
	)
}
