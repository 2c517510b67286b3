import { ago } from '#src/lib/dates/ago.ts'
import { LocalTime } from './LocalTime.tsx'

/**
 * The time since an instant, such as `2 h`; its day once it is a month old.
 * @param now the current time in milliseconds: at first when the server rendered the page, so hydration matches.
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
