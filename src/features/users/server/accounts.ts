import { and, eq, inArray, like, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, isUniqueViolation, write } from '#db/client.ts'
import { authSessions, type UserRow, users } from '#db/schema/index.ts'
import { hashPassword } from '#src/features/auth/server/passwords.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/server/audit.ts'
import { freeUsername, USERNAME_TRIES } from '#src/server/usernames.ts'

export interface NewAccount {
	name: string
	email: string
	password: string
	role: UserRow['role']
	status?: UserRow['status']
	/** Derived from the name where absent. */
	username?: string
	applicationStatus?: UserRow['applicationStatus']
	/** Somebody else chose the password: its owner is asked to change it. */
	hasInitialPassword?: boolean
}

/**
 * Creates an account. A derived username that is taken gets a number.
 * @param also statements of the same transaction.
 * @throws the driver's unique violation on `users.email_key` when the address is taken.
 */
export async function createAccount(
	account: NewAccount,
	also: (row: { id: string; username: string }) => BatchItem<'sqlite'>[] = () => [],
): Promise<UserRow> {
	const now = new Date()
	const passwordHash = await hashPassword(account.password)
	for (let tries = 1; ; tries++) {
		const id = newId()
		const username = account.username ?? (await freeUsername(account.name))
		const insert = db()
			.insert(users)
			.values({
				id,
				name: account.name,
				username,
				email: account.email.trim(),
				emailKey: emailKey(account.email),
				passwordHash,
				role: account.role,
				status: account.status ?? 'active',
				applicationStatus: account.applicationStatus ?? null,
				applicationDate: account.applicationStatus ? now : null,
				hasInitialPassword: account.hasInitialPassword ?? false,
				createdAt: now,
				updatedAt: now,
			})
			.returning()
		try {
			const [rows] = await write(insert, ...also({ id, username }))
			const [row] = rows as UserRow[]
			if (!row) throw new Error('The account was not written')
			return row
		} catch (error) {
			if (account.username || tries >= USERNAME_TRIES || !isUniqueViolation(error, 'users.username')) throw error
		}
	}
}

/**
 * Deactivates all accounts with an address of this domain and ends their sessions, as the product's own act.
 * @returns how many were active.
 */
export async function deactivateDomain(domain: string): Promise<number> {
	const isTheirs = like(users.emailKey, `%@${domain}`)
	const isOpen = and(isTheirs, eq(users.status, 'active'))
	const open = await db().select({ id: users.id, name: users.name }).from(users).where(isOpen)
	if (open.length === 0) return 0
	await write(
		...open.map(({ id, name }) =>
			recordAudit({
				actor: undefined,
				action: 'user.status',
				subject: { type: 'user', id, name },
				detail: { status: ['active', 'inactive'] },
			}),
		),
		db().update(users).set({ status: 'inactive', updatedAt: new Date() }).where(isOpen),
		db()
			.delete(authSessions)
			.where(inArray(authSessions.userId, db().select({ id: users.id }).from(users).where(isTheirs))),
	)
	return open.length
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
