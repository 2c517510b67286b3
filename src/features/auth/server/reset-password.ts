import { and, eq, exists, gt, lt, not, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { refusal } from '#src/lib/errors.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { enqueueMail, mailWaits } from '#src/platform/mail/mail.ts'
import { enqueueWork, isEnqueued, type OutboxWorker } from '#src/platform/outbox.ts'
import { addressSubject, countTries, forgetTries, type RateLimit } from '#src/platform/rate-limit.ts'
import { hashToken, newToken } from '#src/platform/tokens.ts'
import * as contracts from '../password-contract.ts'
import { actions } from './audit-actions.ts'
import { isCommonPassword } from './common-passwords.ts'
import { passwordReset } from './mails.ts'
import { hashPassword, PasswordsBusyError } from './passwords.ts'
import { emailKey, triesByAccount } from './service.ts'
import { setPassword } from './set-password.ts'

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
export const requestReset: Service<typeof contracts.requestReset> = async ({ body }, context) => {
	// A link that works for one hour cannot wait for a mail server.
	if (mailWaits()) throw refusal(contracts.requestReset.errors.noMail)
	const key = emailKey(body.email)
	const wait = await countTries([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw refusal(contracts.requestReset.errors.tooMany, { retryAfter: wait })
	// Too many for one address: the mails stop, the answer does not change.
	const isTooOften = (await countTries([[perEmail, key]])) !== undefined
	await enqueueWork(RESET_KIND, { emailKey: isTooOften ? '' : key })
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
	const until = Date.now() + VALID_MS
	const mailId = `${id}-reset`
	const isNew = not(isEnqueued(mailId))
	await write(
		db().run(sql`insert into password_resets (id, user_id, expires_at)
			select ${hashToken(token)}, ${user.id}, ${until} where ${isNew}`),
		enqueueMail({ to: user.email, mail: passwordReset, data: { name: user.name, token }, until }, { id: mailId }),
	)
}

export const resetWorkers: Record<string, OutboxWorker> = { [RESET_KIND]: makeReset }

/** The person whose password a link may set. */
async function ownerOf(token: string) {
	const [user] = await db()
		.select({ id: users.id, name: users.name, email: users.email })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(
			and(
				eq(passwordResets.id, hashToken(token)),
				gt(passwordResets.expiresAt, new Date()),
				eq(users.status, 'active'),
			),
		)
	return user
}

/** Not limited: it costs one look into an index, and a token is too long to be guessed. */
export const checkReset: Service<typeof contracts.checkReset> = async ({ body }) => ({
	isValid: (await ownerOf(body.token)) !== undefined,
})

/**
 * Sets the password by a link. The link is used up, every other link and session of the person ends; of two tries at
 * once with one link one wins.
 */
export const resetPassword: Service<typeof contracts.resetPassword> = async ({ body }, context) => {
	const { errors } = contracts.resetPassword
	if (isCommonPassword(body.newPassword)) throw refusal(errors.common)
	const wait = await countTries([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw refusal(errors.tooMany, { retryAfter: wait })
	const id = hashToken(body.token)
	const user = await ownerOf(body.token)
	if (!user) throw refusal(errors.invalid)
	const passwordHash = await hashPassword(body.newPassword).catch((error: unknown) => {
		throw error instanceof PasswordsBusyError ? refusal(errors.busy, { retryAfter: 2 }) : error
	})
	const isUnused = exists(db().select({ one: sql`1` }).from(passwordResets).where(eq(passwordResets.id, id)))
	const [changed] = await write(
		...setPassword({ user, passwordHash, action: actions['password.reset'], when: isUnused }),
	)
	if (changed.length === 0) throw refusal(errors.invalid)
	await forgetTries(triesByAccount, emailKey(user.email))
	return undefined
}

/** Takes links out of the table that have run out. A job calls it. */
export async function forgetOldResets(): Promise<void> {
	await db().delete(passwordResets).where(lt(passwordResets.expiresAt, new Date()))
}
