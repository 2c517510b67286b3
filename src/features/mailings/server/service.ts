import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { rowExists } from '#db/rows.ts'
import { courses } from '#db/schema/courses.ts'
import { mailings } from '#db/schema/mailings.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { onceByKey } from '#src/platform/endpoint/idempotency.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import type { Mailing } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { mailContent } from './content.ts'
import { textOf } from './starts.ts'

const columns = {
	id: mailings.id,
	subject: mailings.subject,
	audience: mailings.audience,
	courseId: mailings.courseId,
	// The title when the mailing was sent; before that, the current one.
	courseTitle: sql<string | null>`coalesce(${mailings.courseTitle}, ${courses.title})`,
	state: mailings.state,
	sendAt: mailings.sendAt,
	startedAt: mailings.startedAt,
	endedAt: mailings.endedAt,
	expected: mailings.expected,
	sent: mailings.sent,
	failed: mailings.failed,
	leftOut: mailings.leftOut,
	lastError: mailings.lastError,
	updatedAt: mailings.updatedAt,
	updatedBy: mailings.updatedBy,
	version: mailings.version,
}

export const notDraftError = ({ state }: Pick<Mailing, 'state'>) =>
	httpError(contracts.noDraft[state === 'sent' || state === 'cancelled' ? 'isOver' : 'onItsWay'])

/** Selects mailings, newest first, after the one with this id; the query plan is tested. */
const mailingsStatement = (after: string | undefined, limit: number) =>
	db()
		.select(columns)
		.from(mailings)
		.leftJoin(courses, and(eq(mailings.audience, 'course'), eq(courses.id, mailings.courseId)))
		.where(after ? lt(mailings.id, after) : undefined)
		.orderBy(desc(mailings.id))
		.limit(limit)

export const countStoppedMailings = (): Promise<number> => db().$count(mailings, eq(mailings.state, 'stopped'))

export const listMailings: Service<typeof contracts.listMailings> = async ({ query }, context) => {
	const { limit, cursor } = query
	const [after] = openCursor(cursor, 'id') ?? []
	const [rows, total] = await Promise.all([mailingsStatement(after, limit + 1), db().$count(mailings)])
	return page(context, contracts.listMailings, { query }, rows, { total, cursorOf: (row) => [row.id] })
}

/** Returns a mailing with its text; undefined for an unknown id. */
export async function findMailing(id: string): Promise<Mailing | undefined> {
	const [row] = await db()
		.select({ ...columns, content: mailings.content })
		.from(mailings)
		.leftJoin(courses, and(eq(mailings.audience, 'course'), eq(courses.id, mailings.courseId)))
		.where(eq(mailings.id, id))
	if (!row) return undefined
	const { sendAt, startedAt, endedAt, updatedAt, ...rest } = row
	const isoTime = (at: Date | null) => at?.toISOString() ?? null
	return {
		...rest,
		sendAt: isoTime(sendAt),
		startedAt: isoTime(startedAt),
		endedAt: isoTime(endedAt),
		updatedAt: updatedAt.toISOString(),
	}
}

/** @throws {ApiError} 404 */
export async function requireMailing(id: string): Promise<Mailing> {
	const mailing = await findMailing(id)
	if (!mailing) throw httpError(contracts.getMailing.errors.notFound)
	return mailing
}

export const getMailing: Service<typeof contracts.getMailing> = ({ params }) => requireMailing(params.id)

export const createMailing: Service<typeof contracts.createMailing> = async ({ body }, { user }) => {
	const words = await textOf(body.start, body.subjectId, body.isSeries)
	const { unknown, sentBefore } = contracts.createMailing.errors
	if (!words) throw httpError(unknown)
	const sent = { ...words, audience: body.audience, state: 'draft' as const }
	const make = async (id: string) => {
		const now = new Date()
		await write(
			db()
				.insert(mailings)
				.values({ id, ...sent, createdAt: now, updatedAt: now, updatedBy: user.name }),
		)
		return requireMailing(id)
	}
	return onceByKey({ idempotencyKey: body.idempotencyKey, sent, make, find: findMailing, sentBefore })
}

export const updateMailing: Service<typeof contracts.updateMailing> = async ({ params, body }, { user }) => {
	const { errors } = contracts.updateMailing
	const content = mailContent(body.content)
	const courseId = body.audience === 'course' ? body.courseId : null
	if (body.audience === 'course' && !(await rowExists(courses, eq(courses.id, courseId ?? ''))))
		throw httpError(errors.noCourse)
	const { change } = await write({
		change: db()
			.update(mailings)
			.set({
				subject: body.subject,
				content,
				audience: body.audience,
				courseId,
				updatedAt: new Date(),
				updatedBy: user.name,
				version: nextVersion(mailings.version),
			})
			.where(and(eq(mailings.id, params.id), eq(mailings.state, 'draft'), isVersion(mailings.version, body.version))),
	})
	const now = await findMailing(params.id)
	if (!now) throw httpError(errors.notFound)
	if (change.rowsAffected > 0) return now
	if (now.state !== 'draft') throw notDraftError(now)
	throw changedSince(contracts.updateMailing, body.version, now) ?? httpError(errors.changed)
}

const isInState = (id: string, ...states: Array<Mailing['state']>) =>
	and(eq(mailings.id, id), inArray(mailings.state, states))

/** SQL condition: a matching mailing exists. For statements in the same write as its change. */
export const isThere = (condition: SQL | undefined): SQL =>
	sql`exists (select 1 from ${mailings} where ${condition ?? sql`1`})`

export const subjectOf = (id: string) => ({
	type: 'mailing',
	id,
	name: sql`(select case subject when '' then 'No subject' else subject end from ${mailings} where id = ${id})`,
})

export const deleteMailing: Service<typeof contracts.deleteMailing> = async ({ params }, { user }) => {
	const isDraft = isInState(params.id, 'draft')
	const { deleted } = await write({
		audit: recordAudit(
			{ actor: user, action: actions['mailing.deleted'], subject: subjectOf(params.id) },
			isThere(isDraft),
		),
		deleted: db().delete(mailings).where(isDraft),
	})
	if (deleted.rowsAffected > 0) return undefined
	await requireMailing(params.id)
	throw httpError(contracts.deleteMailing.errors.kept)
}
