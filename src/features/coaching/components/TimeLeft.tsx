import { pillClass } from '#src/components/ui/styles.ts'
import { useOwnZone } from '#src/lib/dates/use-own-zone.ts'
import { phaseOf, type Timed, timeLeft } from '../time-left.ts'

type Props = { session: Timed & { timeZone: string }; now: number }

/** The time until a session. Not a live region, because screen readers would announce it every minute. */
export function TimeLeft({ session, now }: Props) {
	const zone = useOwnZone() ?? session.timeZone
	const text = timeLeft(session, now, zone)
	if (text === undefined) return null
	const isNear = phaseOf(session, now) !== 'ahead'
	return <span className={pillClass(isNear ? 'done' : 'brass')}>{text[0]?.toUpperCase() + text.slice(1)}</span>
}
