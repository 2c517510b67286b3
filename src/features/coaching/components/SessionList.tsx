import { type ReactNode, useState } from 'react'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import type { Session } from '../contract.ts'
import { listSessionsQuery } from '../queries.ts'
import { phaseOf } from '../time-left.ts'
import { PastSessions } from './PastSessions.tsx'
import { SessionCard } from './SessionCard.tsx'
import { TopicDialog } from './TopicDialog.tsx'
import { useNow } from './use-now.ts'

/** Announces to screen readers, once each, that a session is about to begin or has begun. */
function StartAnnouncements({ sessions, now }: { sessions: readonly Session[]; now: number }) {
	const texts = sessions.map((session) => {
		const phase = phaseOf(session, now)
		if (phase === 'soon') return `“${session.title}” starts soon.`
		return phase === 'on' ? `“${session.title}” has started.` : ''
	})
	return (
		<p className="sr-only" role="status">
			{texts.filter(Boolean).join(' ')}
		</p>
	)
}

type Props = {
	/** All current and upcoming sessions, and the newest past ones. */
	initial: Session[]
	older: number
	whole: boolean
	userId: string
	/** When the server rendered the page: decides which sessions are past, so hydration matches. */
	now: number
	/** Content that a higher feature adds to a session. */
	extra?: ((session: Session, now: number) => ReactNode) | undefined
}

export function SessionList({ initial, older, whole, userId, now: renderedAt, extra }: Props) {
	const { data: sessions, error, isFetching, refetch } = useQuery(listSessionsQuery, { initial })
	const now = useNow(sessions, renderedAt)
	const [open, setOpen] = useState<{ session: Session; isChange: boolean }>()
	// List a session as upcoming until it ends: a late member still needs the link.
	const isOver = (session: Session) => phaseOf(session, now) === 'over'
	const upcoming = sessions.filter((session) => !isOver(session))
	// The current version, or the last known one of a canceled session, so the dialog keeps the typed text.
	const openSession = open && (sessions.find(({ id }) => id === open.session.id) ?? open.session)
	return (
		<>
			{error && <FetchError title="Failed to fetch sessions" error={error} />}
			<StartAnnouncements sessions={upcoming} now={now} />
			{upcoming.length === 0 ? (
				<div className="card">
					<EmptyState title="No upcoming sessions">
						The next coaching call appears here once it is scheduled.
					</EmptyState>
				</div>
			) : (
				<ul className="grid gap-5">
					{upcoming.map((session) => (
						<SessionCard
							key={session.id}
							session={session}
							now={now}
							extra={extra?.(session, now)}
							onSuggest={() => setOpen({ session, isChange: false })}
							onChange={() => setOpen({ session, isChange: true })}
						/>
					))}
				</ul>
			)}
			<PastSessions
				sessions={sessions.filter(isOver).reverse()}
				// A refetch returns the whole list.
				olderCount={sessions === initial ? older : 0}
				showsAll={whole}
				extra={extra && ((session) => extra(session, now))}
				loading={isFetching}
				error={error}
				onOlder={() => void refetch()}
			/>
			{open && openSession && (
				<TopicDialog
					session={openSession}
					userId={userId}
					isChange={open.isChange}
					onClose={() => setOpen(undefined)}
				/>
			)}
		</>
	)
}
