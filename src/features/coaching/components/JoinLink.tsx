import { ExternalLink } from 'lucide-react'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { Session } from '../contract.ts'
import { phaseOf } from '../time-left.ts'

type Props = { session: Pick<Session, 'scheduledAt' | 'durationMinutes' | 'zoomLink'>; now: number }

/** The link to join a session, emphasized from 15 minutes before the session until its end. */
export function JoinLink({ session, now }: Props) {
	const isNear = ['soon', 'on'].includes(phaseOf(session, now))
	return (
		<a
			className={buttonClass(isNear ? {} : { variant: 'quiet', className: '-ml-2' })}
			href={session.zoomLink}
			target="_blank"
			rel="noopener noreferrer"
		>
			Join Zoom Meeting
			<ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.75} />
			<span className="sr-only">(opens in a new tab)</span>
		</a>
	)
}
