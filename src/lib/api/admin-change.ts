/** The event of `window` after each change by an admin that succeeded: what waits may be less, or more. */
export const ADMIN_CHANGED = 'admin-changed'

/** Tells the frame of the admin screens that something was changed. Nobody listens on other screens. */
export const announceAdminChange = () => window.dispatchEvent(new Event(ADMIN_CHANGED))
