/**
 * The required role. `account`: every signed-in person, also one whose membership lapsed. `member`: in good standing.
 * Finer rules (own comment, enrolled) belong to the service.
 */
export type Access = 'public' | 'account' | 'member' | 'moderator' | 'admin'

/** What decides which screens and calls are allowed. */
export interface Role {
	role: 'admin' | 'user'
	/** May look after posts: a moderator, or an admin. */
	isModerator?: boolean | undefined
	/** False once the membership lapsed, ended or is paused (`auth/server/standing.ts`). */
	isInGoodStanding?: boolean | undefined
}

/** Returns the caller if they read what members read. A lapsed member reads what visitors read. */
export const memberOf = <User extends Role>(user: User | undefined): User | undefined =>
	isAllowed('member', user) ? user : undefined

/** Tells whether a caller has the required role. */
export function isAllowed(access: Access, user: Role | null | undefined): boolean {
	if (access === 'public') return true
	if (!user || access === 'account') return Boolean(user)
	if (user.isInGoodStanding === false) return false
	if (access === 'member') return true
	return access === 'admin' ? user.role === 'admin' : user.isModerator === true
}
