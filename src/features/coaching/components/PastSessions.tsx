import type { Session } from '../contract.ts'
import { OwnTopic } from './OwnTopic.tsx'
import { SessionTime } from './SessionTime.tsx'

function Notes({ session }: { session: Session }) {
	return (
		<>
			{session.description && <p className="post max-w-reading text-ui text-muted">{session.description}</p>}
			<OwnTopic session={session} />
		</>
	)
}

/** What took place, newest first: folded away, and each with its notes folded away again. */
export function PastSessions({ sessions }: { sessions: readonly Session[] }) {
	if (sessions.length === 0) return null
	return (
		<details className="past-sessions mt-10 border-t border-rule pt-4">
			<summary className="min-h-control py-2 font-label">Past sessions ({sessions.length})</summary>
			<ul className="mt-2 border-t border-rule">
				{sessions.map((session) => (
					<li key={session.id} id={`session-${session.id}`} className="border-b border-rule py-4">
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
				))}
			</ul>
		</details>
	)
}
