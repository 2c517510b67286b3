/** Name of the first admin until they set their own. */
export const UNNAMED_ADMIN = 'Administrator'

/** Returns the name of who invites: nobody is invited by `Administrator`. */
export const inviter = (by: string, club: string) => (by === UNNAMED_ADMIN ? club : by)
