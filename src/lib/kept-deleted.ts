/** How long an admin can bring back what was deleted, in days. */
export const KEPT_DAYS = 30

/**
 * What a question before a deletion says of the way back. It stands behind the specification's "cannot be undone" and
 * says in which sense that is so: there is no undo for who deletes, and none at all in the end.
 * @param what `it`, `them`.
 */
export const canComeBack = (what = 'it') =>
	`Nobody can undo it here. For ${KEPT_DAYS} days an admin can bring ${what} back under Recently deleted; after that nobody can.`
