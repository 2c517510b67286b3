import { useOwnZone } from '#src/lib/dates/use-own-zone.ts'
import { dayIn, shortMonth } from '#src/lib/dates/zoned-time.ts'

/**
 * The day of a session as a calendar leaf, in the viewer's own zone. Visual only: screen readers get the whole date
 * from the `SessionTime` next to it.
 */
export function DateBlock({ when, zone }: { when: string; zone: string }) {
	const [, month, day] = dayIn(when, useOwnZone() ?? zone)
	return (
		<span className="date-block" aria-hidden="true">
			<span className="date-block-month">{shortMonth(month)}</span>
			<span className="date-block-day">{day}</span>
		</span>
	)
}
