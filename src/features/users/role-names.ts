export const roleNames = { user: 'Regular', admin: 'Admin' } as const

/** Returns the label of a role; an unknown one counts as a regular member. */
export const roleName = (role: string) => (role === 'admin' ? roleNames.admin : roleNames.user)
