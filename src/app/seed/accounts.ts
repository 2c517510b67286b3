import { demoDomain } from '#src/app/demo-domain.ts'

/** The demonstration sign-ins. They exist only with demonstration data, which production never has. */
export const demoPassword = 'second-chair-demo'
export const demoAccounts = {
	admin: { name: 'Ruth Adeyemi', username: 'ruth', email: `admin@${demoDomain}`, role: 'admin' },
	member: { name: 'Marcus Oyelaran', username: 'marcus', email: `member@${demoDomain}`, role: 'user' },
} as const
