import { useEffect, useRef, useState } from 'react'
import { LoadMore } from '#src/components/ui/LoadMore.tsx'
import type { Session } from '../contract.ts'
import { OwnTopic } from './OwnTopic.tsx'
import { SessionTime } from './SessionTime.tsx'

/** So many at once: a year of monthly calls. */
const STEP = 12

const idOf = ({ id }: Session) => `session-${id}`
const isLinked = (session: Session) => window.location.hash === `#${idOf(session)}`

function Notes({ session }: { session: Session }) {
	return (
		<>
			{session.description && <p className="post max-w-reading text-ui text-muted">{session.description}</p>}
			<OwnTopic session={session} />
		</>
	)
}

/** @param isLate it was not in the page when that came, so that no browser has gone to it. */
function PastSession({ session, isLate }: { session: Session; isLate: boolean }) {
	const row = useRef<HTMLLIElement>(null)
	useEffect(() => {
		if (!isLate || !isLinked(session)) return
		row.current?.closest('details')?.setAttribute('open', '')
		row.current?.scrollIntoView()
	}, [isLate, session])
	return (
		<li ref={row} id={idOf(session)} className="border-b border-rule py-4">
			<h3 className="text-subtitle break-words">{session.title}</h3>
			<p className="mt-1 text-small">
				<SessionTime when={session.scheduledAt} zone={session.timeZone} />
			</p>
			{(session.description || session.ownTopic) && (
				<details className="mt-1">
					<summary className="min-h-control py-2 text-small">
						Notes<span className="sr-only"> of {session.title}</span>
					</summary>
					<div className="pb-1">
						<Notes session={session} />
					</div>
				</details>
			)}
		</li>
	)
}

/** What took place, newest first: folded away, and each with its notes folded away again. */
export function PastSessions({ sessions }: { sessions: readonly Session[] }) {
	const [shown, setShown] = useState(STEP)
	const linked = useRef(false)
	useEffect(() => {
		if (linked.current) return
		linked.current = true
		// A link leads to any of them.
		const at = sessions.findIndex(isLinked)
		if (at >= STEP) setShown(at + 1)
	}, [sessions])
	if (sessions.length === 0) return null
	return (
		<details className="past-sessions mt-10 border-t border-rule pt-4">
			<summary className="min-h-control py-2 font-label">Past sessions ({sessions.length})</summary>
			<ul className="mt-2 border-t border-rule">
				{sessions.slice(0, shown).map((session, index) => (
					<PastSession key={session.id} session={session} isLate={index >= STEP} />
				))}
			</ul>
			{sessions.length > STEP && (
				<LoadMore
					shown={Math.min(shown, sessions.length)}
					total={sessions.length}
					hasMore={shown < sessions.length}
					loading={false}
					onMore={() => setShown(shown + STEP)}
				/>
			)}
		</details>
	)
}
