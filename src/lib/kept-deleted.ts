/** How long an admin can bring back what was deleted, in days. */
export const KEPT_DAYS = 30

/**
 * What a question before a deletion says of the way back.
 * @param what `it`, `them`.
 */
export const canComeBack = (what = 'it') =>
	`For ${KEPT_DAYS} days an admin can bring ${what} back under Recently deleted; after that nobody can.`

/** The same behind the specification's "cannot be undone": both are true, and the one limits the other. */
export const butCanComeBack = (what: string) =>
	`Only an admin can bring ${what} back, under Recently deleted, for ${KEPT_DAYS} days.`
