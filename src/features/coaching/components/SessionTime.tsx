import { useOwnZone } from '#src/components/ui/forms/use-own-zone.ts'
import { formatSessionIn, zoneName } from '#src/lib/dates/zoned-time.ts'

/**
 * When a session is, in the reader's own zone, which is named. Where it is not known, the time is in the zone that
 * the session was entered in.
 */
export function SessionTime({ when, zone }: { when: string; zone: string }) {
	const shown = useOwnZone() ?? zone
	const text = formatSessionIn(when, shown)
	// The hour and its half of the day stay in one line.
	const hour = text.lastIndexOf(' at ') + 1
	return (
		<time dateTime={when}>
			{text.slice(0, hour)}
			<span className="inline-block">{text.slice(hour)}</span>{' '}
			<span className="inline-block text-muted">({zoneName(when, shown)})</span>
		</time>
	)
}
