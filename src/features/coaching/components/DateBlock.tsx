import { useOwnZone } from '#src/components/ui/forms/use-own-zone.ts'
import { dayIn, shortMonth } from '#src/lib/dates/zoned-time.ts'

/**
 * The day of a session as on a calendar's leaf, in the reader's own zone. For the eye: who listens hears the whole
 * date in `SessionTime` beside it.
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
