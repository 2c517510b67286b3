/** Name of the first admin until they set their own. */
export const UNNAMED_ADMIN = 'Administrator'

/** Returns the sender name of an invitation: the club's name instead of `Administrator`. */
export const inviter = (by: string, club: string) => (by === UNNAMED_ADMIN ? club : by)
