import { getDigestFor } from '#src/features/notifications/server/digest-settings.ts'
import { clubZone } from '#src/lib/dates/club-day.ts'
import { knownZone } from '#src/lib/dates/known-zone.ts'

/** Returns the member's time zone from the digest settings, or the club's until the browser has reported one. */
export const memberZone = async (userId: string): Promise<string> =>
	knownZone((await getDigestFor(userId)).timeZone) ?? clubZone()
