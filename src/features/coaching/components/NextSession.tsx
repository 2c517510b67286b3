import { lazy, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import type { Session } from '../contract.ts'
import { listSessionsQuery } from '../queries.ts'
import { phaseOf } from '../time-left.ts'
import { DateBlock } from './DateBlock.tsx'
import { JoinLink } from './JoinLink.tsx'
import { SessionTime } from './SessionTime.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { useNow } from './use-now.ts'

/** Loaded on the first press: most visits to the page suggest no topic. */
const TopicDialog = lazy(() => import('./TopicDialog.tsx').then((module) => ({ default: module.TopicDialog })))

type Props = {
	/** The next sessions, the current one first: `listNextSessionsFor`. */
	sessions: Session[]
	userId: string
	/** When the server rendered the page, so hydration matches. */
	now: number
}

export function NextSession({ sessions: initial, userId, now: renderedAt }: Props) {
	// Refetched after a topic is sent, or rejected because the session is gone.
	const { data: sessions } = useQuery(listSessionsQuery, { initial })
	const now = useNow(sessions, renderedAt)
	const [open, setOpen] = useState<Session>()
	const next = sessions.find((session) => phaseOf(session, now) !== 'over')
	return (
		<>
			{next ? (
				<NextCard session={next} now={now} onSuggest={() => setOpen(next)} />
			) : (
				<p className="text-small text-muted">
					No upcoming sessions. The next one appears here once it is scheduled.{' '}
					<a className="link" href="/coaching">
						All sessions
					</a>
				</p>
			)}
			{open && (
				<LazyPart fallback={null}>
					<TopicDialog
						// The current version, or the last known one of a canceled session, so the dialog keeps the typed text.
						session={sessions.find(({ id }) => id === open.id) ?? open}
						userId={userId}
						isChange={false}
						onClose={() => setOpen(undefined)}
					/>
				</LazyPart>
			)}
		</>
	)
}

type CardProps = { session: Session; now: number; onSuggest: () => void }

function NextCard({ session, now, onSuggest }: CardProps) {
	const titleId = `next-session-${session.id}`
	const isNear = phaseOf(session, now) !== 'ahead'
	return (
		<div className="next-session">
			<DateBlock when={session.scheduledAt} zone={session.timeZone} />
			<div className="min-w-0">
				<p id={titleId} className="home-side-title">
					<a className="link" href={`/coaching#session-${session.id}`} dir="auto">
						{session.title}
					</a>
				</p>
				<p className="mt-1 text-small">
					<SessionTime when={session.scheduledAt} zone={session.timeZone} />
				</p>
				<div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
					<TimeLeft session={session} now={now} />
					{isNear && <JoinLink session={session} now={now} />}
					{session.ownTopic === null && !isNear && (
						<Button variant="quiet" className="-ml-2" aria-describedby={titleId} onClick={onSuggest}>
							Suggest a Topic
						</Button>
					)}
				</div>
				{session.ownTopic !== null && (
					<p className="mt-1 line-clamp-2 text-small text-muted">
						<span>Your topic: </span>
						<bdi>{session.ownTopic}</bdi>
					</p>
				)}
			</div>
		</div>
	)
}
