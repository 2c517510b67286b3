/** How long an admin can bring back what was deleted, in days. */
export const TRASH_DAYS = 30

/** The exception to the specification's "cannot be undone". It ends the text of a dialog. */
export const RESTORABLE = `An admin can restore it from Recently deleted for ${TRASH_DAYS} days.`
