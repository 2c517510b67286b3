/** Days since a member was last seen, as filter options of lists and mailings. */
export const UNSEEN_DAYS = ['30', '60', '90'] as const
export type UnseenDays = (typeof UNSEEN_DAYS)[number]

const DAY_MS = 24 * 60 * 60_000

/** Returns a time in milliseconds: members last seen before it count as unseen. */
export const unseenBefore = (days: UnseenDays, now = Date.now()): number => now - Number(days) * DAY_MS
