/** Days since members were last seen, as a filter of lists and mailings. */
export const UNSEEN_DAYS = ['30', '60', '90'] as const
export type UnseenDays = (typeof UNSEEN_DAYS)[number]

const DAY_MS = 24 * 60 * 60_000

/** Returns the instant before which they were last seen, in milliseconds. */
export const unseenBefore = (days: UnseenDays, now = Date.now()): number => now - Number(days) * DAY_MS
