/** Days during which an admin can restore a deleted item. */
export const TRASH_DAYS = 30

/** Last sentence of a dialog's text: the exception to the specification's "cannot be undone". */
export const RESTORABLE = `An admin can restore it from Recently deleted for ${TRASH_DAYS} days.`
