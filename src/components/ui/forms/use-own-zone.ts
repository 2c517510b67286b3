import { useSyncExternalStore } from 'react'
import { ownZone, zoneOfPage } from '#src/lib/dates/reader-zone.ts'

const never = () => () => {}

/**
 * Returns the reader's own zone. On the server, and in the render that takes its HTML over, the one that their browser
 * has told with an earlier page; undefined where it told none or has none.
 */
export const useOwnZone = () => useSyncExternalStore<string | undefined>(never, ownZone, zoneOfPage)
