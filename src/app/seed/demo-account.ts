import { createAccount, type NewAccount } from '#src/features/auth/server/accounts.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { demoPassword } from './accounts.ts'

let passwordHash: Promise<string> | undefined

/** Creates a demonstration account. All share one password hash, since their password is public. */
export async function createDemoAccount(account: Omit<NewAccount, 'passwordHash'>) {
	passwordHash ??= hashPassword(demoPassword)
	return createAccount({ ...account, passwordHash: await passwordHash })
}
