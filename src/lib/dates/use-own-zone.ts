import { useSyncExternalStore } from 'react'
import { ownZone, zoneOfPage } from '#src/lib/dates/reader-zone.ts'

const never = () => () => {}

/**
 * Returns the reader's time zone. On the server and during hydration, returns the zone that the browser reported with
 * an earlier page; undefined if it is unknown.
 */
export const useOwnZone = () => useSyncExternalStore<string | undefined>(never, ownZone, zoneOfPage)
