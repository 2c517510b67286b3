import type { Session } from '../contract.ts'
import { phaseOf } from '../time-left.ts'
import { DateBlock } from './DateBlock.tsx'
import { JoinLink } from './JoinLink.tsx'
import { SessionTime } from './SessionTime.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { useNow } from './use-now.ts'

type Props = {
	/** The next or current session: `findNextSessionFor`. */
	session: Session
	/** When the server rendered the page, so hydration matches. */
	now: number
}

export function NextSession({ session, now: rendered }: Props) {
	const now = useNow([session], rendered)
	const phase = phaseOf(session, now)
	const isNear = phase === 'soon' || phase === 'on'
	return (
		<div className="next-session">
			<DateBlock when={session.scheduledAt} zone={session.timeZone} />
			<div className="min-w-0">
				<p className="font-serif text-subtitle font-title">
					<a className="link" href={`/coaching#session-${session.id}`}>
						{session.title}
					</a>
				</p>
				<p className="mt-1 text-small">
					<SessionTime when={session.scheduledAt} zone={session.timeZone} />
				</p>
				<div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
					{phase === 'over' ? (
						<span className="text-small text-muted">This session is over.</span>
					) : (
						<TimeLeft session={session} now={now} />
					)}
					{isNear && <JoinLink session={session} now={now} />}
				</div>
			</div>
		</div>
	)
}
