/** Labels of the roles of an account. A moderator is a regular member with an extra flag. */
export const roleNames = { user: 'Regular', admin: 'Admin' } as const

/** Returns the label of a role; an unknown role is labeled as a regular member. */
export const roleName = (role: string) => (role === 'admin' ? roleNames.admin : roleNames.user)

/** Labels of member statuses. */
export const memberStatusNames = {
	invited: 'Invited',
	applied: 'Applied',
	active: 'Active',
	deactivated: 'Deactivated',
	rejected: 'Rejected',
} as const
