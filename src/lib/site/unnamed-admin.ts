/** Name of the first admin until they set their own. */
export const UNNAMED_ADMIN = 'Administrator'

/** Returns the name in an invitation: it never comes from `Administrator`. */
export const inviter = (by: string, club: string) => (by === UNNAMED_ADMIN ? club : by)
