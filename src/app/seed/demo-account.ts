import { createAccount, type NewAccount } from '#src/features/auth/server/accounts.ts'
import { hashPassword } from '#src/features/auth/server/passwords.ts'
import { demoPassword } from './accounts.ts'

let passwordHash: Promise<string> | undefined

/** An account of the demonstration. All share one hash, as they share a password that everybody may read. */
export async function createDemoAccount(account: Omit<NewAccount, 'passwordHash'>) {
	passwordHash ??= hashPassword(demoPassword)
	return createAccount({ ...account, passwordHash: await passwordHash })
}
