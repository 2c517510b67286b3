import { pillClass } from '#src/components/ui/styles.ts'
import { useOwnZone } from '#src/lib/dates/use-own-zone.ts'
import { phaseOf, type Timed, timeLeft } from '../time-left.ts'

type Props = { session: Timed & { timeZone: string }; now: number }

/** The time until a session. Not a live region, because screen readers would announce it every minute. */
export function TimeLeft({ session, now }: Props) {
	const zone = useOwnZone() ?? session.timeZone
	const words = timeLeft(session, now, zone)
	if (words === undefined) return null
	const isNear = phaseOf(session, now) !== 'ahead'
	return <span className={pillClass(isNear ? 'done' : 'brass')}>{words[0]?.toUpperCase() + words.slice(1)}</span>
}
