import { and, eq, ne, not, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { emailChanges } from '#db/schema/email-changes.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { endSessions } from '#src/features/auth/server/end-sessions.ts'
import { endPassword } from '#src/features/auth/server/links.ts'
import { deleteResetLinks } from '#src/features/auth/server/passwords/set-password.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { assertConfirmed } from '#src/features/auth/server/step-up.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { addressSubject, countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { enqueueMail, mailWaits } from '#src/platform/mail/mail.ts'
import { hashToken } from '#src/platform/tokens.ts'
import * as contracts from '../address-contract.ts'
import { actions } from './audit-actions.ts'
import { endEmailLinks, isNotEarlierUndo, isOpen, newEmailLink } from './email-links.ts'
import { addressChange, addressChanged, addressConfirmation, addressTaken } from './mails.ts'

const HOUR_SECONDS = 60 * 60
const mailsPerUser: RateLimit = { name: 'email-change', limit: 5, seconds: HOUR_SECONDS }
const perAddress: RateLimit = { name: 'email-confirmation', limit: 60, seconds: HOUR_SECONDS }

async function assertMaySend(userId: string): Promise<void> {
	const { errors } = contracts.updateEmail
	if (mailWaits()) throw httpError(errors.noMail)
	const wait = await countAttempts([[mailsPerUser, userId]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
}

/** Returns the link that confirms the address of an account, and the statement that stores it. */
export const confirmationLink = (user: { id: string; email: string }, when: SQL) =>
	newEmailLink({ kind: 'confirm', userId: user.id, email: user.email, from: user.email }, when)

/** Returns whether the account's email address is confirmed. */
export async function isEmailConfirmed(userId: string): Promise<boolean> {
	const [row] = await db().select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, userId))
	return Boolean(row?.at)
}

export const updateEmail: Service<typeof contracts.updateEmail> = async ({ body }, context) => {
	const { user } = context
	const { email } = body
	const key = emailKey(email)
	if (key === emailKey(user.email)) {
		if (await isEmailConfirmed(user.id)) throw httpError(contracts.updateEmail.errors.same)
		await assertMaySend(user.id)
		const { token, until, row } = confirmationLink(user, sql`1`)
		const data = { name: user.name, token }
		await write(row, enqueueMail({ to: user.email, mail: addressConfirmation, data, until }))
		return { sentTo: user.email }
	}
	assertConfirmed(context)
	await assertMaySend(user.id)
	const isFree = not(hasRow(users, eq(users.emailKey, key)))
	const { token, until, row } = newEmailLink({ kind: 'change', userId: user.id, email, from: user.email }, isFree)
	await write(
		endEmailLinks(user.id, 'replaced', eq(emailChanges.kind, 'change')),
		row,
		enqueueMail({ to: email, mail: addressChange, data: { name: user.name, token }, until }, { when: isFree }),
		enqueueMail({ to: email, mail: addressTaken, data: {} }, { when: not(isFree) }),
	)
	return { sentTo: email }
}

async function findLink(id: string) {
	const [link] = await db()
		.select({
			id: emailChanges.id,
			kind: emailChanges.kind,
			email: emailChanges.email,
			fromKey: emailChanges.fromKey,
			expiresAt: emailChanges.expiresAt,
			ended: emailChanges.ended,
			user: { id: users.id, name: users.name, email: users.email, status: users.status },
		})
		.from(emailChanges)
		.innerJoin(users, eq(users.id, emailChanges.userId))
		.where(eq(emailChanges.id, id))
	return link
}
type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Returns the error of a link that does not work; undefined if it works. */
function errorOf({ kind, ended, expiresAt, fromKey, user }: Link) {
	const { errors } = contracts.confirmEmail
	if (ended) return errors[ended]
	if (expiresAt.getTime() <= Date.now()) return errors.late
	// An undo link survives later changes, because a thief could make such a change.
	if (kind !== 'undo' && fromKey !== emailKey(user.email)) return errors.replaced
	return kind !== 'confirm' && user.status !== 'active' ? errors.inactive : undefined
}

/** Returns the statement that sets the account's address to the link's address. */
const setAddress = ({ email, user }: Link, when: SQL | undefined) =>
	db()
		.update(users)
		.set({
			...{ email, emailKey: emailKey(email), emailConfirmedAt: new Date() },
			...{ updatedAt: new Date(), version: nextVersion(users.version) },
		})
		.where(and(eq(users.id, user.id), when))

/** Returns the statements that mail the former address about a change, with a link to undo it. */
export function notifyFormerAddress(user: { id: string; name: string; email: string }, email: string, when: SQL) {
	const undo = newEmailLink({ kind: 'undo', userId: user.id, email: user.email, from: email }, when)
	const data = { name: user.name, email, token: undo.token, at: Date.now() }
	return [undo.row, enqueueMail({ to: user.email, mail: addressChanged, data, until: undo.until }, { when })]
}

/** Returns the statements that apply a link. The address change comes last, because it can make `when` false. */
function effectOf(link: Link, when: SQL) {
	const { kind, email, user } = link
	const audit = (action: keyof typeof actions) =>
		recordAudit({ actor: user, action: actions[action], subject: { type: 'user', id: user.id, name: user.name } }, when)
	if (kind === 'confirm')
		return [
			db()
				.update(users)
				.set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${Date.now()})` })
				.where(and(eq(users.id, user.id), when)),
		]
	// Password links sent so far are in the mailbox of the other address.
	const links = deleteResetLinks(user.id, when)
	if (kind === 'change')
		return [...notifyFormerAddress(user, email, when), links, audit('email.changed'), setAddress(link, when)]
	// An undo suggests a stolen account: end its sessions and its password.
	return [
		links,
		endSessions({ of: user.id, when }),
		...endPassword({ id: user.id, name: user.name, email }, when),
		audit('email.undone'),
		// Keeps the undo links of earlier changes. The undo link of a later change may be in a thief's mailbox.
		endEmailLinks(user.id, 'undone', and(ne(emailChanges.id, link.id), isNotEarlierUndo(link.expiresAt), when)),
		setAddress(link, when),
	]
}

export const confirmEmail: Service<typeof contracts.confirmEmail> = async ({ params }, context) => {
	const { errors } = contracts.confirmEmail
	const wait = await countAttempts([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const id = hashToken(params.token)
	const link = await findLink(id)
	if (!link) throw httpError(errors.unknown)
	if (context.user && context.user.id !== link.user.id) throw httpError(errors.otherAccount)
	const linkError = errorOf(link)
	if (linkError) throw httpError(linkError)
	// Checked in the transaction, so that only one of two concurrent uses succeeds.
	const { fromKey, kind, email, user } = link
	const isUnchanged = kind === 'undo' ? sql`1` : hasRow(users, and(eq(users.id, user.id), eq(users.emailKey, fromKey)))
	const hasLinkAddress = and(eq(users.id, user.id), eq(users.emailKey, emailKey(email)))
	const { ended } = await write({
		effect: effectOf(link, sql`${isOpen(id)} and ${isUnchanged}`),
		ended: db()
			.update(emailChanges)
			.set({ ended: 'used' })
			// The account has the link's address: already before (`confirm`), or since the statement above.
			.where(and(isOpen(id), eq(emailChanges.id, id), hasRow(users, hasLinkAddress))),
	}).catch((error: unknown) => {
		if (isUniqueViolation(error, 'users.email_key')) throw httpError(errors.taken)
		throw error
	})
	if (ended.rowsAffected === 0) {
		const current = await findLink(id)
		throw httpError((current && errorOf(current)) ?? errors.unknown)
	}
	return { kind, email }
}
