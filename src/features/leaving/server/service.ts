import { and, eq, gt, ne, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { closeAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import { endSessions } from '#src/features/auth/server/end-sessions.ts'
import { verifyPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { deleteResetLinks } from '#src/features/auth/server/passwords/set-password.ts'
import { emailKey, triesByAccount } from '#src/features/auth/server/service.ts'
import { assertConfirmed } from '#src/features/auth/server/step-up.ts'
import { endDues, restoreDues } from '#src/features/dues/server/leaving.ts'
import { stopListsOf } from '#src/features/users/server/import-job.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { addressSubject, countAttempts, type RateLimit, resetAttempts } from '#src/platform/limits/rate-limit.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { isSame, sign } from '#src/platform/tokens.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { accountLeaving } from './mails.ts'

const UNDO_MS = contracts.UNDO_DAYS * 24 * 60 * 60_000
const perAddress: RateLimit = { name: 'leave-undo', limit: 30, seconds: 15 * 60 }

const others = alias(users, 'others')

/** Returns the condition that the club keeps another active admin, even if two admins leave at the same time. */
const isReplaceable = (id: string): SQL | undefined =>
	or(
		ne(users.role, 'admin'),
		hasRow(others, and(eq(others.role, 'admin'), eq(others.status, 'active'), ne(others.id, id))),
	)

/** Returns whether this person is the only active admin, so that the page can warn them before they try. */
export async function isLastAdmin({ id, role }: { id: string; role: string }): Promise<boolean> {
	const isOther = and(eq(users.role, 'admin'), eq(users.status, 'active'), ne(users.id, id))
	return role === 'admin' && (await db().$count(users, isOther)) === 0
}

const signatureOf = (id: string, until: string) => sign(`leave:${id}:${until}`)
/** Returns the token of the link to undo a departure. It contains the deadline, so no other departure accepts it. */
const undoToken = (id: string, until: Date) => `${id}.${until.getTime()}.${signatureOf(id, String(until.getTime()))}`

export const leave: Service<typeof contracts.leave> = async ({ body }, context) => {
	assertConfirmed(context)
	const { id, name, email } = context.user
	const until = new Date(Date.now() + UNDO_MS)
	const canLeave = and(eq(users.id, id), eq(users.status, 'active'), isReplaceable(id))
	const when = hasRow(users, canLeave)
	const subject = { type: 'user', id, name }
	const data = { name, until: until.getTime(), token: undoToken(id, until) }
	const { change } = await write({
		audit: recordAudit(
			{ actor: context.user, action: actions['user.left'], subject, detail: { posts: body.posts } },
			when,
		),
		mail: enqueueMail({ to: email, mail: accountLeaving, data, until: until.getTime() }, { when }),
		sessions: endSessions({ of: id, when }),
		links: deleteResetLinks(id, when),
		imports: stopListsOf(id, when),
		dues: endDues(id, false, when),
		change: db()
			.update(users)
			.set({
				...{ status: 'inactive' as const, leavesAt: until, leaveKeepsPosts: body.posts === 'stay' },
				...{ updatedAt: new Date(), version: nextVersion(users.version) },
			})
			.where(canLeave),
	})
	if (change.rowsAffected === 0) throw httpError(contracts.leave.errors.lastAdmin)
	wake('imports')
	for (const cookie of await closeAuthSession(context.authSession)) context.setHeader('Set-Cookie', cookie)
	return { until }
}

/** Finds the account for a link's token, or for an email and password. @throws {ApiError} if there is none. */
async function ownerOf(body: { token: string } | { email: string; password: string }) {
	const { errors } = contracts.undoLeave
	if ('token' in body) {
		const [id = '', until = '', signature = ''] = body.token.split('.')
		if (!isSame(signature, signatureOf(id, until))) throw httpError(errors.unknown)
		const [user] = await db().select().from(users).where(eq(users.id, id))
		if (!user) throw httpError(errors.over)
		if (user.leavesAt?.getTime() !== Number(until)) throw httpError(errors.stayed)
		return user
	}
	const key = emailKey(body.email)
	const wait = await countAttempts([[triesByAccount, key]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const [user] = await db().select().from(users).where(eq(users.emailKey, key))
	if (!(await verifyPassword(user?.passwordHash, body.password)) || !user) throw httpError(errors.refused)
	await resetAttempts(triesByAccount, key)
	return user
}

export const undoLeave: Service<typeof contracts.undoLeave> = async ({ body }, context) => {
	const { errors } = contracts.undoLeave
	const wait = await countAttempts([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const { id, name, leavesAt } = await ownerOf(body)
	if (!leavesAt) throw httpError(errors.stayed)
	const isLeaving = and(eq(users.id, id), eq(users.leavesAt, leavesAt), gt(users.leavesAt, new Date()))
	const { change } = await write({
		audit: recordAudit(
			{ actor: { id, name }, action: actions['user.stayed'], subject: { type: 'user', id, name } },
			hasRow(users, isLeaving),
		),
		dues: restoreDues(id, hasRow(users, isLeaving)),
		change: db()
			.update(users)
			.set({ status: 'active', leavesAt: null, updatedAt: new Date(), version: nextVersion(users.version) })
			.where(isLeaving),
	})
	if (change.rowsAffected === 0) throw httpError(leavesAt.getTime() > Date.now() ? errors.stayed : errors.over)
}
