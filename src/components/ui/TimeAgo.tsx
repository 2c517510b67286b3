import { ago } from '#src/lib/dates/ago.ts'
import { LocalTime } from './LocalTime.tsx'

/**
 * Shows the time since an instant, such as `2 h`, or its date after 30 days.
 * @param now the current time in milliseconds. Initially the time when the server rendered the page, so that hydration
 * matches.
 */
export function TimeAgo({ when, now }: { when: string; now: number }) {
	const since = ago(Date.parse(when), now)
	if (!since) return <LocalTime when={when} as="day" />
	return (
		<time dateTime={when}>
			<span aria-hidden="true">{since.short}</span>
			<span className="sr-only">{since.spoken}</span>
		</time>
	)
}
