/** The demonstration sign-ins. They exist only with demonstration data, which production never has. */
export const demoPassword = 'second-chair-demo'
export const demoAccounts = {
	admin: { name: 'Ruth Adeyemi', username: 'ruth', email: 'admin@secondchair.example', role: 'admin' },
	member: { name: 'Marcus Oyelaran', username: 'marcus', email: 'member@secondchair.example', role: 'user' },
} as const
