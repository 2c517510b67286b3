import { randomInt } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { db, isUniqueViolation, write } from '#db/client.ts'
import { authSessions, type UserRow, users } from '#db/schema/index.ts'
import { hashPassword } from '#src/features/auth/server/passwords.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { newId } from '#src/lib/ids.ts'

export interface NewAccount {
	name: string
	email: string
	password: string
	role: UserRow['role']
	status?: UserRow['status']
	/** Derived from the name where absent. */
	username?: string
	applicationStatus?: UserRow['applicationStatus']
}

/** A username out of a name: lower case letters, digits and single dots. Unique only together with `suffix`. */
export function usernameFrom(name: string, suffix = ''): string {
	const plain = name
		.normalize('NFKD')
		.replaceAll(/[\u0300-\u036f]/g, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '.')
		.replaceAll(/^\.+|\.+$/g, '')
		.slice(0, 24)
	return `${plain || 'member'}${suffix}`
}

/**
 * Creates an account. A derived username that is taken gets a number.
 * @throws the driver's unique violation on `users.email_key` when the address is taken.
 */
export async function createAccount(account: NewAccount): Promise<UserRow> {
	const now = new Date()
	const passwordHash = await hashPassword(account.password)
	for (let attempt = 1; ; attempt++) {
		// A few small numbers first; then a random one, so that a common name never runs out.
		const suffix = attempt === 1 ? '' : String(attempt < 5 ? attempt : randomInt(1_000, 1_000_000_000))
		try {
			const [row] = await db()
				.insert(users)
				.values({
					id: newId(),
					name: account.name,
					username: account.username ?? usernameFrom(account.name, suffix),
					email: account.email.trim(),
					emailKey: emailKey(account.email),
					passwordHash,
					role: account.role,
					status: account.status ?? 'active',
					applicationStatus: account.applicationStatus ?? null,
					applicationDate: account.applicationStatus ? now : null,
					createdAt: now,
					updatedAt: now,
				})
				.returning()
			if (!row) throw new Error('The account was not written')
			return row
		} catch (error) {
			if (account.username || attempt > 20 || !isUniqueViolation(error, 'users.username')) throw error
		}
	}
}

/**
 * Deactivates the accounts of these addresses and ends their sessions.
 * @returns how many were active.
 */
export async function deactivateAccounts(emails: readonly string[]): Promise<number> {
	const keys = emails.map(emailKey)
	const theirs = db().select({ id: users.id }).from(users).where(inArray(users.emailKey, keys))
	const [changed] = await write(
		db()
			.update(users)
			.set({ status: 'inactive', updatedAt: new Date() })
			.where(and(inArray(users.emailKey, keys), eq(users.status, 'active')))
			.returning({ id: users.id }),
		db().delete(authSessions).where(inArray(authSessions.userId, theirs)),
	)
	return (changed as Array<{ id: string }>).length
}

/** Whether an active admin exists. */
export async function hasAdmin(): Promise<boolean> {
	const [row] = await db()
		.select({ one: sql`1` })
		.from(users)
		.where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
		.limit(1)
	return row !== undefined
}
