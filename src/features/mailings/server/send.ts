import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { mailings } from '#db/schema/mailings.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isAdminNow, isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { dropWork, givenUpStatement } from '#src/platform/jobs/outbox.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import type { Mailing } from '../contract.ts'
import * as contracts from '../contract.ts'
import { countRecipients } from './audience.ts'
import { actions } from './audit-actions.ts'
import { MAILING_KIND, ofMailing } from './mailing-job.ts'
import { isThere, notDraftError, requireMailing, subjectOf } from './service.ts'

/** Returns the error for a draft that is not ready to be sent; undefined if it is ready. */
function readinessError(mailing: Mailing) {
	const { errors } = contracts.sendMailing
	if (mailing.subject.length < 3 || mailing.content === '') return errors.unfinished
	if (mailing.audience === 'course' && mailing.courseTitle === null) return errors.noCourse
	return undefined
}

export const sendMailing: Service<typeof contracts.sendMailing> = async ({ params, body }, { user }) => {
	const { errors } = contracts.sendMailing
	const draft = await requireMailing(params.id)
	const { version } = body
	const refuse = (now: Mailing) => {
		if (now.state !== 'draft') return notDraftError(now)
		return changedSince(contracts.sendMailing, version, now) ?? httpError(errors.onItsWay)
	}
	if (draft.state !== 'draft' || draft.version !== version) throw refuse(draft)
	const notReady = readinessError(draft)
	if (notReady) throw httpError(notReady)
	if (mailWaits()) throw httpError(errors.noMail)
	const { count } = await countRecipients(draft)
	if (count === 0) throw httpError(errors.nobody)
	const isReady = and(
		...[eq(mailings.id, params.id), eq(mailings.state, 'draft'), eq(mailings.version, version)],
		// The count took time, and the caller's role may have changed.
		isStillAdmin(user),
	)
	const sendAt = body.sendAt === null ? null : new Date(body.sendAt)
	const { change } = await write({
		audit: recordAudit(
			{
				actor: user,
				action: actions[sendAt ? 'mailing.scheduled' : 'mailing.sent'],
				subject: subjectOf(params.id),
				detail: { members: count, ...(sendAt ? { at: sendAt.toISOString() } : {}) },
			},
			isThere(isReady),
		),
		change: db()
			.update(mailings)
			.set({
				...(sendAt ? { state: 'scheduled', sendAt } : { state: 'sending', startedAt: new Date(), sendAt: null }),
				expected: count,
				courseTitle: sql`(select title from ${courses} where ${mailings.audience} = 'course' and ${courses.id} = ${mailings.courseId})`,
			})
			.where(isReady),
	})
	const now = await requireMailing(params.id)
	if (change.rowsAffected === 0) throw (await isAdminNow(user)) ? refuse(now) : httpError(errors.notAdmin)
	wake('mailings')
	return now
}

/** Applies an admin's action to a mailing, if it is in the given state. */
async function changeState(
	id: string,
	from: Mailing['state'],
	user: CurrentUser,
	options: { action: keyof typeof actions; set: Partial<typeof mailings.$inferInsert> },
): Promise<boolean> {
	const isInState = and(eq(mailings.id, id), eq(mailings.state, from))
	const { change } = await write({
		audit: recordAudit({ actor: user, action: actions[options.action], subject: subjectOf(id) }, isThere(isInState)),
		change: db().update(mailings).set(options.set).where(isInState),
	})
	return change.rowsAffected > 0
}

const BACK_TO_DRAFT = { state: 'draft', sendAt: null, courseTitle: null, expected: 0 } as const

export const cancelMailing: Service<typeof contracts.cancelMailing> = async ({ params }, { user }) => {
	const { id } = params
	await requireMailing(id)
	const cancelled = { action: 'mailing.cancelled', set: { state: 'cancelled', endedAt: new Date() } } as const
	const isDone =
		(await changeState(id, 'scheduled', user, { action: 'mailing.unscheduled', set: BACK_TO_DRAFT })) ||
		(await changeState(id, 'sending', user, cancelled)) ||
		(await changeState(id, 'stopped', user, cancelled))
	if (!isDone) throw httpError(contracts.cancelMailing.errors.over)
	// The new state already stops the sending; this only removes the waiting rows.
	await dropWork(MAILING_KIND, ofMailing(id))
	return requireMailing(id)
}

export const resumeMailing: Service<typeof contracts.resumeMailing> = async ({ params }, { user }) => {
	const { errors } = contracts.resumeMailing
	await requireMailing(params.id)
	if (mailWaits()) throw httpError(errors.noMail)
	const set = { state: 'sending', refusals: 0, lastError: null } as const
	if (!(await changeState(params.id, 'stopped', user, { action: 'mailing.resumed', set })))
		throw httpError(errors.notStopped)
	wake('mailings')
	return requireMailing(params.id)
}

export async function listFailedFor(id: string): Promise<contracts.FailedRecipient[]> {
	const rows = await givenUpStatement(MAILING_KIND, ofMailing(id), contracts.MAX_FAILED)
	const ids = rows.map(({ payload }) => (JSON.parse(payload) as { user: string }).user)
	if (rows.length === 0) return []
	const known = await db()
		.select({ id: users.id, name: users.name, email: users.email })
		.from(users)
		.where(inArray(users.id, ids))
	const byId = new Map(known.map((user) => [user.id, user]))
	return rows.map(({ lastError }, at) => {
		const userId = ids[at] ?? ''
		const user = byId.get(userId)
		return { userId, name: user?.name ?? null, email: user?.email ?? null, reason: lastError }
	})
}

export const listFailedRecipients: Service<typeof contracts.listFailedRecipients> = async ({ params }) => {
	await requireMailing(params.id)
	return listFailedFor(params.id)
}
