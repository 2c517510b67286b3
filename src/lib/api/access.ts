/** The required role. Finer rules (own comment, enrolled) belong to the service. */
export type Access = 'public' | 'member' | 'moderator' | 'admin'

/** What decides which screens and calls are allowed. */
export interface Role {
	role: 'admin' | 'user'
	/** May look after posts: a moderator, or an admin. */
	isModerator?: boolean | undefined
}

/** Tells whether a caller has the required role. */
export function isAllowed(access: Access, user: Role | null | undefined): boolean {
	if (access === 'public') return true
	if (!user || access === 'member') return Boolean(user)
	return access === 'admin' ? user.role === 'admin' : user.isModerator === true
}
