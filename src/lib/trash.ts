/** Days in which an admin can restore a deleted item. */
export const TRASH_DAYS = 30

/** The exception to the specification's "cannot be undone", at the end of a dialog's text. */
export const RESTORABLE = `An admin can restore it from Recently deleted for ${TRASH_DAYS} days.`
