import { and, eq, exists, gt, lt, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { authSessions, outbox, passwordResets, users } from '#db/schema/index.ts'
import { refusal } from '#src/lib/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/server/audit.ts'
import type { Service } from '#src/server/handle.ts'
import { enqueueMail } from '#src/server/mail/outgoing.ts'
import type { OutboxWorker } from '#src/server/outbox.ts'
import { addressSubject, countTries, forgetTries, type RateLimit } from '#src/server/rate-limit.ts'
import { hashToken, newToken } from '#src/server/tokens.ts'
import { requestReset, resetPassword } from '../password-contract.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, PasswordsBusyError } from './passwords.ts'
import { emailKey, triesByAccount } from './service.ts'

/** How long a link works, in milliseconds. */
const VALID_MS = 60 * 60_000
const HOUR_SECONDS = 60 * 60

const perAddress: RateLimit = { name: 'reset-address', limit: 30, seconds: HOUR_SECONDS }
const perEmail: RateLimit = { name: 'reset-email', limit: 5, seconds: HOUR_SECONDS }

const RESET_KIND = 'password-reset'

/**
 * Takes the wish for a new password. Whether anybody has that address is only looked up afterwards, by the outbox:
 * the answer and its time are the same for every address.
 */
export const askForReset: Service<typeof requestReset> = async ({ body }, context) => {
	const key = emailKey(body.email)
	const wait = await countTries([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw refusal(requestReset.errors.tooMany, { retryAfter: wait })
	// Too many for one address: the mails stop, the answer does not change.
	const isTooOften = (await countTries([[perEmail, key]])) !== undefined
	const now = new Date()
	await db()
		.insert(outbox)
		.values({
			id: newId(),
			kind: RESET_KIND,
			payload: JSON.stringify({ emailKey: isTooOften ? '' : key }),
			createdAt: now,
			availableAt: now,
		})
	return undefined
}

/** Makes the link, if an active person has the address. The same row makes one mail, however often it is worked on. */
const makeReset: OutboxWorker = async (payload, id) => {
	const { emailKey: key } = JSON.parse(payload) as { emailKey: string }
	const [user] = await db()
		.select({ id: users.id, name: users.name, email: users.email })
		.from(users)
		.where(and(eq(users.emailKey, key), eq(users.status, 'active')))
	if (!user) return
	const token = newToken()
	const mailId = `${id}-reset`
	const isNew = sql`not ${exists(db().select({ one: sql`1` }).from(outbox).where(eq(outbox.id, mailId)))}`
	await write(
		db().run(sql`INSERT INTO password_resets (id, user_id, expires_at)
			SELECT ${hashToken(token)}, ${user.id}, ${Date.now() + VALID_MS} WHERE ${isNew}`),
		enqueueMail({ to: user.email, template: 'password-reset', data: { name: user.name, token } }, { id: mailId }),
	)
}

export const resetWorkers: Record<string, OutboxWorker> = { [RESET_KIND]: makeReset }

/**
 * Sets the password by a link. The link is used up, every other link and session of the person ends; of two tries at
 * once with one link one wins.
 */
export const setPasswordByLink: Service<typeof resetPassword> = async ({ body }, context) => {
	const { errors } = resetPassword
	if (isCommonPassword(body.newPassword)) throw refusal(errors.common)
	const wait = await countTries([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw refusal(errors.tooMany, { retryAfter: wait })
	const id = hashToken(body.token)
	const isValid = and(eq(passwordResets.id, id), gt(passwordResets.expiresAt, new Date()), eq(users.status, 'active'))
	const [user] = await db()
		.select({ id: users.id, name: users.name, email: users.email })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(isValid)
	if (!user) throw refusal(errors.invalid)
	const passwordHash = await hashPassword(body.newPassword).catch((error: unknown) => {
		throw error instanceof PasswordsBusyError ? refusal(errors.busy, { retryAfter: 2 }) : error
	})
	const now = new Date()
	const when = exists(db().select({ one: sql`1` }).from(passwordResets).where(eq(passwordResets.id, id)))
	const results = await write(
		recordAudit(
			{ actor: user, action: 'password.reset', subject: { type: 'user', id: user.id, name: user.name } },
			when,
		),
		enqueueMail(
			{ to: user.email, template: 'password-changed', data: { name: user.name, at: now.getTime() } },
			{ when },
		),
		db()
			.delete(authSessions)
			.where(and(eq(authSessions.userId, user.id), when)),
		db()
			.update(users)
			.set({ passwordHash, hasInitialPassword: false, updatedAt: now })
			.where(and(eq(users.id, user.id), when))
			.returning({ id: users.id }),
		db().delete(passwordResets).where(eq(passwordResets.userId, user.id)),
	)
	if ((results[3] as unknown[]).length === 0) throw refusal(errors.invalid)
	await forgetTries(triesByAccount, emailKey(user.email))
	return undefined
}

/** Takes links out of the table that have run out. A job calls it. */
export async function forgetOldResets(): Promise<void> {
	await db().delete(passwordResets).where(lt(passwordResets.expiresAt, new Date()))
}
