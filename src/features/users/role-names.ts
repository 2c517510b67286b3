/** The roles that an account has; a moderator is a regular member with a mark. */
export const roleNames = { user: 'Regular', admin: 'Admin' } as const

/** Returns the label of a role; an unknown one counts as a regular member. */
export const roleName = (role: string) => (role === 'admin' ? roleNames.admin : roleNames.user)

/** Labels of what a person is. */
export const memberStatusNames = {
	invited: 'Invited',
	applied: 'Applied',
	active: 'Active',
	deactivated: 'Deactivated',
	rejected: 'Rejected',
} as const
