import { useOwnZone } from '#src/lib/dates/use-own-zone.ts'
import { formatSessionWithZone } from '#src/lib/dates/zoned-time.ts'

/**
 * The time of a session in the viewer's zone, with its name. When that zone is unknown, uses the zone in which the
 * session was entered.
 */
export function SessionTime({ when, zone }: { when: string; zone: string }) {
	const displayZone = useOwnZone() ?? zone
	const text = formatSessionWithZone(when, displayZone)
	// Keep hour, AM/PM and zone on one line.
	const hour = text.lastIndexOf(' at ') + 1
	return (
		<time dateTime={when}>
			{text.slice(0, hour)}
			<span className="inline-block">{text.slice(hour)}</span>
		</time>
	)
}
