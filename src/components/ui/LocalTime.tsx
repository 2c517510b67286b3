import { useSyncExternalStore } from 'react'
import { formatDay, formatDayTime, formatSession, type When } from '#src/lib/dates.ts'

const formats = { day: formatDay, dayTime: formatDayTime, session: formatSession }

const never = () => () => {}

/**
 * An instant in the reader's own zone. The server does not know that zone, so its HTML has the time in UTC, and
 * says so; the browser changes it when the island wakes up, without a mismatch.
 */
export function LocalTime({ when, as = 'dayTime' }: { when: When; as?: keyof typeof formats }) {
	const zone = useSyncExternalStore<'utc' | 'local'>(
		never,
		() => 'local',
		() => 'utc',
	)
	const text = formats[as](when, { zone })
	const date = when === null || when === undefined ? undefined : new Date(when)
	if (!date || Number.isNaN(date.getTime())) return <>{text}</>
	return (
		<time dateTime={date.toISOString()}>
			{text}
			{zone === 'utc' && as !== 'day' && ' UTC'}
		</time>
	)
}
