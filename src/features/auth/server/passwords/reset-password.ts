import { and, eq, lt, not, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { site } from '#src/lib/site/site.ts'
import { inviter } from '#src/lib/site/unnamed-admin.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { enqueueWork, isEnqueued, type OutboxWorker } from '#src/platform/jobs/outbox.ts'
import { addressSubject, countAttempts, type RateLimit, resetAttempts } from '#src/platform/limits/rate-limit.ts'
import { enqueueMail, mailWaits } from '#src/platform/mail/mail.ts'
import { hashToken } from '#src/platform/tokens.ts'
import * as contracts from '../../password-contract.ts'
import { actions } from '../audit-actions.ts'
import { deviceFor } from '../auth-sessions.ts'
import { readInvitationTexts } from '../invitation.ts'
import { cannotSignIn, mayUseLink, ownerOf } from '../link-state.ts'
import { INVITED_MS, newLink } from '../links.ts'
import { invitation, noPasswordReset, passwordReset, type SignInBlock } from '../mails.ts'
import { emailKey, triesByAccount } from '../service.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './set-password.ts'

/** Validity of a requested link, in milliseconds. */
const VALID_MS = 60 * 60_000
const HOUR_SECONDS = 60 * 60

const perAddress: RateLimit = { name: 'reset-address', limit: 30, seconds: HOUR_SECONDS }
const perEmail: RateLimit = { name: 'reset-email', limit: 5, seconds: HOUR_SECONDS }

const DAY_SECONDS = 24 * HOUR_SECONDS
/** Limits emails to addresses without an active account, since anyone can enter any address. */
const inactivePerDay: RateLimit = { name: 'invited-ask-day', limit: 2, seconds: DAY_SECONDS }
const inactivePerMonth: RateLimit = { name: 'invited-ask-month', limit: 6, seconds: 30 * DAY_SECONDS }

const RESET_KIND = 'password-reset'

/** Queues a request. The address is looked up later, so that response and timing are the same for every address. */
export const requestReset: Service<typeof contracts.requestReset> = async ({ body }, context) => {
	// A link that is valid for one hour cannot wait until a mail server is available.
	if (mailWaits()) throw httpError(contracts.requestReset.errors.noMail)
	const key = emailKey(body.email)
	const wait = await countAttempts([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw httpError(contracts.requestReset.errors.tooMany, { retryAfter: wait })
	// Above the limit of an address, no email is sent, but the response stays the same.
	const isOverLimit = (await countAttempts([[perEmail, key]])) !== undefined
	await enqueueWork(RESET_KIND, { emailKey: isOverLimit ? '' : key })
}

const isOverInactiveLimit = async (key: string) =>
	(await countAttempts([
		[inactivePerDay, key],
		[inactivePerMonth, key],
	])) !== undefined

/** Mails the owner of an inactive account the reason why there is no link. */
async function mailReason(key: string, mailId: string): Promise<void> {
	const [user] = await db()
		.select({ name: users.name, email: users.email, application: users.applicationStatus, leavesAt: users.leavesAt })
		.from(users)
		.where(and(eq(users.emailKey, key), cannotSignIn()))
	if (!user || (await isOverInactiveLimit(key))) return
	const { name, email, application, leavesAt } = user
	const isApplicant = application === 'pending' || application === 'rejected'
	const barred: SignInBlock = leavesAt ? 'leaving' : isApplicant ? application : 'deactivated'
	const isUnchanged = and(eq(users.emailKey, key), cannotSignIn(), sql`${users.applicationStatus} is ${application}`)
	const when = hasRow(users, isUnchanged)
	await write(enqueueMail({ to: email, mail: noPasswordReset, data: { name, barred } }, { id: mailId, when }))
}

/** Mails the link, or the reason why there is none. Idempotent: a retried row sends one email. */
const processReset: OutboxWorker = async (payload, id) => {
	const { emailKey: key } = JSON.parse(payload) as { emailKey: string }
	const mailId = `${id}-reset`
	const [user] = await db()
		.select({ id: users.id, name: users.name, email: users.email, status: users.status, by: users.invitedBy })
		.from(users)
		.where(and(eq(users.emailKey, key), mayUseLink()))
	if (!user) return mailReason(key, mailId)
	// Checked in the transaction: a user deactivated concurrently gets no link that could work later.
	const isSameUser = and(eq(users.id, user.id), eq(users.emailKey, key), eq(users.status, user.status), mayUseLink())
	const isEligible = hasRow(users, isSameUser)
	const isNew = sql`${not(isEnqueued(mailId))} and ${isEligible}`
	if (user.status === 'active') {
		const { token, until, row } = newLink(user.id, { validMs: VALID_MS, when: isNew })
		const data = { name: user.name, token }
		await write(
			row,
			enqueueMail({ to: user.email, mail: passwordReset, data, until }, { id: mailId, when: isEligible }),
		)
	} else {
		if (await isOverInactiveLimit(key)) return
		const { token, until, row } = newLink(user.id, { validMs: INVITED_MS, when: isNew })
		const data = { name: user.name, by: user.by ?? '', token, words: await readInvitationTexts() }
		await write(row, enqueueMail({ to: user.email, mail: invitation, data, until }, { id: mailId, when: isEligible }))
	}
}

export const resetWorkers: Record<string, OutboxWorker> = { [RESET_KIND]: processReset }

/** Has no rate limit: it costs one index lookup, and a token is too long to guess. */
export const checkReset: Service<typeof contracts.checkReset> = async ({ body }) => {
	const user = await ownerOf(body.token)
	if (user?.status !== 'inactive') return { isValid: user !== undefined }
	const { name, email, invitedBy } = user
	const { name: to, description: about } = site()
	return { isValid: true, invitation: { name, email, by: inviter(invitedBy ?? to, to), to, about } }
}

/**
 * Sets the password through a link. The link is used up, and the user's other links and sessions end. Only one of two
 * concurrent attempts with the same link succeeds.
 */
export const resetPassword: Service<typeof contracts.resetPassword> = async ({ body }, context) => {
	const { errors } = contracts.resetPassword
	if (isCommonPassword(body.newPassword)) throw httpError(errors.common)
	const wait = await countAttempts([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const id = hashToken(body.token)
	const user = await ownerOf(body.token)
	if (!user) throw httpError(errors.invalid)
	const passwordHash = await hashPassword(body.newPassword)
	const isUnused = hasRow(passwordResets, eq(passwordResets.id, id))
	const acceptsInvitation = user.status === 'inactive'
	const action = actions[acceptsInvitation ? 'user.joined' : 'password.reset']
	const { change } = await write(
		setPassword({ user, passwordHash, action, when: isUnused, isByLink: true, acceptsInvitation }),
	)
	if (change.length === 0) throw httpError(errors.invalid)
	await resetAttempts(triesByAccount, emailKey(user.email))
	// Marks this browser as known: the owner opened a mailed link in it, so a sign-in needs no new-device email.
	context.setHeader('Set-Cookie', deviceFor(user.id, context.header('cookie')).cookie)
}

/** Deletes expired links. A job calls it. */
export async function forgetOldResets(): Promise<void> {
	await db().delete(passwordResets).where(lt(passwordResets.expiresAt, new Date()))
}
