import { and, eq, inArray, like } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { rowExists } from '#db/rows.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
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
	passwordHash: string
	role: UserRow['role']
	status?: UserRow['status']
	/** Derived from the name by default. */
	username?: string
	applicationStatus?: UserRow['applicationStatus']
	/** Someone else chose the password; the account's owner is asked to change it. */
	hasInitialPassword?: boolean
	/** The inviting admin and the time. The account is inactive until its owner chooses a password through the link. */
	invited?: { by: string; at: Date }
	application?: Partial<
		Pick<
			UserRow,
			'phoneNumber' | 'yearsOfExperience' | 'firmName' | 'practiceAreas' | 'membershipGoals' | 'applicationAnswers'
		>
	>
	/** From an imported list. */
	listed?: Pick<UserRow, 'joinedAt' | 'labels' | 'plan'>
}

/** Additional statements for the transaction that writes an account. */
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
				// An admin who adds or invites a person vouches for the address; an applicant has only typed it.
				emailConfirmedAt: account.applicationStatus === 'pending' ? null : now,
				invitedAt: account.invited?.at ?? null,
				invitedBy: account.invited?.by ?? null,
				...account.application,
				...account.listed,
				createdAt: now,
				updatedAt: now,
			})
		const inserted = (onTaken === 'skip' ? insert.onConflictDoNothing({ target: users.emailKey }) : insert).returning()
		try {
			const { account: rows } = await write({ account: inserted, also: also({ id, username }) })
			return rows[0]
		} catch (error) {
			if (account.username || tries >= USERNAME_TRIES || !isUniqueViolation(error, 'users.username')) throw error
		}
	}
}

/**
 * Creates an account. A derived username that is taken gets a number.
 * @param also more statements for the same transaction.
 * @throws the driver's unique violation on `users.email_key` when the address is taken.
 */
export async function createAccount(account: NewAccount, also: Also = () => []): Promise<UserRow> {
	const row = await insertAccount(account, also, 'throw')
	if (!row) throw new Error('The account was not written')
	return row
}

/** Like `createAccount`, but skips the account when the address is taken. The statements of `also` run either way. */
export const createAccountUnlessTaken = (account: NewAccount, also: Also = () => []) =>
	insertAccount(account, also, 'skip')

/**
 * Deactivates all accounts with an address in this domain and ends their sessions. The audit log shows no admin.
 * @returns the number of accounts that were active.
 */
export async function deactivateDomain(domain: string): Promise<number> {
	const isInDomain = like(users.emailKey, `%@${domain}`)
	const isActiveInDomain = and(isInDomain, eq(users.status, 'active'))
	const open = await db().select({ id: users.id, name: users.name }).from(users).where(isActiveInDomain)
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
			.where(isActiveInDomain),
		endSessions({ of: db().select({ id: users.id }).from(users).where(isInDomain) }),
		db()
			.delete(passwordResets)
			.where(inArray(passwordResets.userId, db().select({ id: users.id }).from(users).where(isInDomain))),
	)
	return open.length
}

const isActiveAdmin = () => and(eq(users.role, 'admin'), eq(users.status, 'active'))

/** Selects the active admins; also works as a subquery. */
export const activeAdmins = () => db().select({ id: users.id, email: users.email }).from(users).where(isActiveAdmin())

export const hasAdmin = () => rowExists(users, isActiveAdmin())
