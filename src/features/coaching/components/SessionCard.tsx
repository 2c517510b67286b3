import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { Session } from '../contract.ts'
import { noteDownload } from '../queries.ts'
import { phaseOf } from '../time-left.ts'
import { DateBlock } from './DateBlock.tsx'
import { JoinLink } from './JoinLink.tsx'
import { OwnTopic } from './OwnTopic.tsx'
import { SessionTime } from './SessionTime.tsx'
import { TimeLeft } from './TimeLeft.tsx'

type Props = { session: Session; now: number; extra?: ReactNode; onSuggest: () => void; onChange: () => void }

export function SessionCard({ session, now, extra, onSuggest, onChange }: Props) {
	const titleId = `session-${session.id}-title`
	const hasBegun = phaseOf(session, now) === 'on'
	return (
		<li id={`session-${session.id}`} className="card card-body session-card">
			<DateBlock when={session.scheduledAt} zone={session.timeZone} />
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui font-label">
					<SessionTime when={session.scheduledAt} zone={session.timeZone} />
					<TimeLeft session={session} now={now} />
				</p>
				<h2 id={titleId} className="mt-2 text-title">
					{session.title}
				</h2>
				<p className="mt-1 text-small text-muted">{session.durationMinutes} minutes</p>
			</div>
			<div className="session-rest">
				{session.description && <p className="post max-w-reading">{session.description}</p>}
				<OwnTopic session={session} onChange={hasBegun ? undefined : onChange} />
				<div className="session-actions">
					<JoinLink session={session} now={now} />
					{session.ownTopic === null && (
						<Button variant="line" aria-describedby={titleId} onClick={onSuggest}>
							Suggest a Topic
						</Button>
					)}
					<a
						className={buttonClass({ variant: 'line' })}
						href={`/api/coaching/sessions/${session.id}/calendar`}
						download
						onClick={() => void noteDownload()}
					>
						<CalendarPlus aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Add to calendar
					</a>
				</div>
				{extra}
			</div>
		</li>
	)
}
