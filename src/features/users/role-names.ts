/** What the roles of an account are called, on every screen and in every list. */
export const roleNames = { user: 'Regular', admin: 'Admin' } as const

/** The name of a role; of one that is not known, that of a regular member. */
export const roleName = (role: string) => (role === 'admin' ? roleNames.admin : roleNames.user)
