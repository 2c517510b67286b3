import { useSyncExternalStore } from 'react'
import { formatSessionIn, zoneName } from '#src/lib/zoned-time.ts'

const never = () => () => {}

/** The reader's own zone; undefined on the server and until the island wakes up. */
export const useOwnZone = () =>
	useSyncExternalStore<string | undefined>(
		never,
		() => Intl.DateTimeFormat().resolvedOptions().timeZone,
		() => undefined,
	)

/**
 * When a session is, in the reader's own zone, which is named. The server does not know it and writes the time in
 * the zone that the session was entered in.
 */
export function SessionTime({ when, zone }: { when: string; zone: string }) {
	const shown = useOwnZone() ?? zone
	return (
		<time dateTime={when}>
			{formatSessionIn(when, shown)} <span className="text-muted">({zoneName(when, shown)})</span>
		</time>
	)
}
