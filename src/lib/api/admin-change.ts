/** Event on `window` after each successful change by an admin or moderator: counts of open work may change. */
export const ADMIN_CHANGED = 'admin-changed'

/** Announces a change to the admin frame. Other screens have no listener. */
export const announceAdminChange = () => window.dispatchEvent(new Event(ADMIN_CHANGED))
