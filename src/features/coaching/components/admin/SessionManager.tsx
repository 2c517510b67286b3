import { useId, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/ConfirmDelete.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { PageHead } from '#src/components/ui/PageHead.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { canComeBack } from '#src/lib/kept-deleted.ts'
import { refresh, useQuery } from '#src/lib/query.ts'
import { deleteSessionMutation } from '../../admin-queries.ts'
import { getSession, type Session } from '../../contract.ts'
import { getSessionQuery, isPast, listSessionsQuery } from '../../queries.ts'
import { SessionTime } from '../SessionTime.tsx'
import { useNow } from '../use-now.ts'
import { SessionDialog } from './SessionDialog.tsx'

function Topics({ id }: { id: string }) {
	const { data, error } = useQuery(getSessionQuery(id))
	if (error) return <FetchError title="Failed to fetch topics" error={error} />
	if (!data)
		return (
			<p className="flex items-center gap-2 text-muted" role="status">
				<Spinner /> Loading topics
			</p>
		)
	if (data.topics.length === 0) return <p className="text-muted">No topics submitted yet</p>
	return (
		<ul className="border-t border-rule">
			{data.topics.map((topic) => (
				<li key={topic.id} className="border-b border-rule py-3">
					<p className="post">{topic.topic}</p>
					<p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
						{topic.user.name}
						{topic.isEdited && <Badge>Edited</Badge>}
					</p>
				</li>
			))}
		</ul>
	)
}

type CardProps = { session: Session; now: number; onEdit: () => void; onDelete: () => void }

function SessionCard({ session, now, onEdit, onDelete }: CardProps) {
	const [isOpen, setOpen] = useState(false)
	const id = useId()
	function toggle(): void {
		// Members change their topics until the session begins: each look is a new one.
		if (!isOpen) void refresh([[getSession, { id: session.id }]])
		setOpen(!isOpen)
	}
	return (
		<li className="card card-body">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<p className="text-ui font-label">
					<SessionTime when={session.scheduledAt} zone={session.timeZone} />
				</p>
				{isPast(session, now) && <Badge>Past</Badge>}
				{session.topicCount ? (
					<Badge>{session.topicCount === 1 ? '1 topic' : `${session.topicCount} topics`}</Badge>
				) : null}
			</div>
			<h2 className="mt-2 text-title break-words">{session.title}</h2>
			{session.description && <p className="post mt-2 max-w-reading text-muted">{session.description}</p>}
			<p className="mt-3 text-ui">
				<a
					className="link inline-block py-1 break-all"
					href={session.zoomLink}
					target="_blank"
					rel="noopener noreferrer"
				>
					{session.zoomLink}
					<span className="sr-only"> (opens in a new tab)</span>
				</a>
			</p>
			<div className="mt-5 flex flex-wrap gap-3">
				<Button variant="line" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
					{isOpen ? 'Hide Topics' : 'View Submitted Topics'}
				</Button>
				<Button variant="line" aria-label={`Edit ${session.title}`} onClick={onEdit}>
					Edit
				</Button>
				<Button variant="line" aria-label={`Delete ${session.title}`} onClick={onDelete}>
					Delete
				</Button>
			</div>
			<div id={id} className={isOpen ? 'mt-5' : undefined}>
				{isOpen && <Topics id={session.id} />}
			</div>
		</li>
	)
}

type Open = { what: 'create' } | { what: 'edit' | 'delete'; session: Session }

/** The admin's view of the coaching sessions. `now`: when the page was made, for a first rendering that matches. */
type Props = {
	initial: Session[]
	now: number
	/** The time zone of the settings; empty: that of the browser. */
	clubZone: string
}

export function SessionManager({ initial, now: rendered, clubZone }: Props) {
	const { data: sessions, error } = useQuery(listSessionsQuery, { initial })
	const now = useNow(sessions, rendered)
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	// As it is by now: somebody else may change it while the dialog is open.
	const edited = open?.what === 'edit' ? (sessions.find(({ id }) => id === open.session.id) ?? open.session) : undefined
	const upcoming = sessions.filter((session) => !isPast(session, now))
	const past = sessions.filter((session) => isPast(session, now)).reverse()
	return (
		<>
			<PageHead title="Coaching Management" line="Coaching sessions and their topics.">
				<Button onClick={() => setOpen({ what: 'create' })}>Create Session</Button>
			</PageHead>
			{error && <FetchError title="Failed to fetch sessions" error={error} />}
			{sessions.length === 0 ? (
				<div className="card">
					<EmptyState
						title="No coaching sessions"
						action={<Button onClick={() => setOpen({ what: 'create' })}>Create Session</Button>}
					>
						Members see a session, and can suggest a topic, as soon as it is created.
					</EmptyState>
				</div>
			) : (
				<ul className="grid gap-5">
					{[...upcoming, ...past].map((session) => (
						<SessionCard
							key={session.id}
							session={session}
							now={now}
							onEdit={() => setOpen({ what: 'edit', session })}
							onDelete={() => setOpen({ what: 'delete', session })}
						/>
					))}
				</ul>
			)}
			{open?.what === 'create' && <SessionDialog clubZone={clubZone} onClose={close} />}
			{edited && <SessionDialog session={edited} onClose={close} />}
			{open?.what === 'delete' && (
				<ConfirmDelete
					title="Delete Session"
					text={`Are you sure you want to delete this coaching session? This action cannot be undone and will also delete all submitted topics. ${canComeBack('both')}`}
					mutation={deleteSessionMutation(open.session)}
					onDeleted={close}
					onClose={close}
				>
					<p className="font-label">{open.session.title}</p>
				</ConfirmDelete>
			)}
		</>
	)
}
