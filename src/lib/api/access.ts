/**
 * The required role. `account`: any signed-in user, including one whose membership lapsed. `member`: a member in good
 * standing. Services enforce finer rules (own comment, enrolled).
 */
export type Access = 'public' | 'account' | 'member' | 'moderator' | 'admin'

/** The properties that decide which screens and calls are allowed. */
export interface Role {
	role: 'admin' | 'user'
	/** Can moderate posts: a moderator or an admin. */
	isModerator?: boolean | undefined
	/** False once the membership lapsed, ended or is paused (`auth/server/standing.ts`). */
	isInGoodStanding?: boolean | undefined
}

/** Returns the user if they have a member's access. A lapsed member has only a visitor's. */
export const memberOf = <User extends Role>(user: User | undefined): User | undefined =>
	isAllowed('member', user) ? user : undefined

/** Returns whether a caller has the required role. */
export function isAllowed(access: Access, user: Role | null | undefined): boolean {
	if (access === 'public') return true
	if (!user || access === 'account') return Boolean(user)
	if (user.isInGoodStanding === false) return false
	if (access === 'member') return true
	return access === 'admin' ? user.role === 'admin' : user.isModerator === true
}
