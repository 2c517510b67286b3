import { demoDomain } from '#src/app/demo-domain.ts'

/** The password of the demonstration accounts. They exist only with demonstration data, never in production. */
export const demoPassword = 'second-chair-demo'
export const demoAccounts = {
	admin: { name: 'Ruth Adeyemi', username: 'ruth', email: `admin@${demoDomain}`, role: 'admin' },
	member: { name: 'Marcus Oyelaran', username: 'marcus', email: `member@${demoDomain}`, role: 'user' },
} as const
