import { and, eq, inArray, like, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, write } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { actions } from './audit-actions.ts'
import { endSessions } from './end-sessions.ts'
import { emailKey } from './service.ts'
import { freeUsername, USERNAME_TRIES } from './usernames.ts'

export interface NewAccount {
	name: string
	email: string
	/** Of `hashPassword`, which may refuse for a while: the caller knows what to say then. */
	passwordHash: string
	role: UserRow['role']
	status?: UserRow['status']
	/** Derived from the name where absent. */
	username?: string
	applicationStatus?: UserRow['applicationStatus']
	/** Somebody else chose the password: its owner is asked to change it. */
	hasInitialPassword?: boolean
	/** Their first password is theirs to choose, by a link: who invites them, and since when. They are inactive until then. */
	invited?: { by: string; at: Date }
	/** What somebody who applies says of themselves. */
	application?: Partial<
		Pick<UserRow, 'phoneNumber' | 'yearsOfExperience' | 'firmName' | 'practiceAreas' | 'membershipGoals'>
	>
}

/** Statements of the transaction that writes an account. */
type Also = (row: { id: string; username: string }) => BatchItem<'sqlite'>[]

async function insertAccount(account: NewAccount, also: Also, onTaken: 'throw' | 'skip') {
	const now = new Date()
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
				passwordHash: account.passwordHash,
				role: account.role,
				status: account.status ?? 'active',
				applicationStatus: account.applicationStatus ?? null,
				applicationDate: account.applicationStatus ? now : null,
				hasInitialPassword: account.hasInitialPassword ?? false,
				invitedAt: account.invited?.at ?? null,
				invitedBy: account.invited?.by ?? null,
				...account.application,
				createdAt: now,
				updatedAt: now,
			})
		const written = (onTaken === 'skip' ? insert.onConflictDoNothing({ target: users.emailKey }) : insert).returning()
		try {
			const [rows] = await write(written, ...also({ id, username }))
			return (rows as UserRow[])[0]
		} catch (error) {
			if (account.username || tries >= USERNAME_TRIES || !isUniqueViolation(error, 'users.username')) throw error
		}
	}
}

/**
 * Creates an account. A derived username that is taken gets a number.
 * @param also statements of the same transaction.
 * @throws the driver's unique violation on `users.email_key` when the address is taken.
 */
export async function createAccount(account: NewAccount, also: Also = () => []): Promise<UserRow> {
	const row = await insertAccount(account, also, 'throw')
	if (!row) throw new Error('The account was not written')
	return row
}

/** As `createAccount`; where the address is taken, nothing is created, and the statements of `also` run all the same. */
export const createAccountUnlessTaken = (account: NewAccount, also: Also = () => []) =>
	insertAccount(account, also, 'skip')

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
				action: actions['user.status'],
				subject: { type: 'user', id, name },
				detail: { status: ['active', 'inactive'] },
			}),
		),
		db()
			.update(users)
			.set({ status: 'inactive', updatedAt: new Date(), version: nextVersion(users.version) })
			.where(isOpen),
		endSessions({ of: db().select({ id: users.id }).from(users).where(isTheirs) }),
		db()
			.delete(passwordResets)
			.where(inArray(passwordResets.userId, db().select({ id: users.id }).from(users).where(isTheirs))),
	)
	return open.length
}

const isActiveAdmin = () => and(eq(users.role, 'admin'), eq(users.status, 'active'))

/** The active admins, as a part of a statement or by itself. */
export const activeAdmins = () => db().select({ id: users.id, email: users.email }).from(users).where(isActiveAdmin())

/** Whether an active admin exists. */
export async function hasAdmin(): Promise<boolean> {
	const [row] = await db().select({ one: sql`1` }).from(users).where(isActiveAdmin()).limit(1)
	return row !== undefined
}
