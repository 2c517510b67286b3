import { formatDay, formatDayTime, formatSession, formatTime, type When } from '#src/lib/dates/dates.ts'
import { useOwnZone } from '#src/lib/dates/use-own-zone.ts'
import { wallClock } from '#src/lib/dates/zoned-time.ts'

const formats = { day: formatDay, time: formatTime, dayTime: formatDayTime, session: formatSession }

interface Props {
	when: When
	as?: keyof typeof formats
	/** Replaces an invalid or missing time. */
	unknown?: string
}

/**
 * Shows an instant in the reader's time zone. While the zone is unknown, the time is in UTC and labeled as UTC;
 * hydration updates the server's text without a mismatch.
 */
export function LocalTime({ when, as = 'dayTime', unknown }: Props) {
	const zone = useOwnZone()
	const date = when === null || when === undefined ? undefined : new Date(when)
	if (!date || Number.isNaN(date.getTime())) return <>{unknown ?? formats[as](when)}</>
	return (
		<time dateTime={date.toISOString()}>
			{formats[as](wallClock(date.getTime(), zone ?? 'UTC'), { zone: 'utc' })}
			{zone === undefined && as !== 'day' && ' UTC'}
		</time>
	)
}
