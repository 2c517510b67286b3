import { asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { reports } from '#db/schema/reports.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import * as posts from '#src/features/comments/post-contract.ts'
import { notifyMember } from '#src/features/notifications/server/notify.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { sources } from './posts.ts'

const REPORT_LIMIT: RateLimit = { name: 'reports', limit: 20, seconds: 60 * 60 }

/**
 * SQL condition on a post's columns: it is visible and has enough open reports to be hidden. False if a moderator kept
 * the post and it has not been edited since.
 */
const isReportedEnough = (id: string): SQL => sql`hidden_at is null
	and (select count(*) from ${reports} r where r.post_id = ${id} and r.outcome is null) >= ${posts.REPORTS_TO_HIDE}
	and not exists (select 1 from ${reports} k
		where k.post_id = ${id} and k.outcome = 'kept' and k.resolved_at > coalesce(edited_at, 0))`

export const reportPost: Service<typeof posts.reportPost> = async ({ params, body }, { user }) => {
	const { errors } = posts.reportPost
	const { kind, id } = params
	const { hidable, entry, cause: causeOf, isOpenTo } = sources[kind]
	const wait = await countAttempts([[REPORT_LIMIT, user.id]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const isShown = hidable.is(id, sql`hidden_at is null`)
	const [cause, [post], isOpen = true] = await Promise.all([
		causeOf(id),
		db().all<{ author: string | null; isShown: number }>(
			sql`select ${hidable.author(id)} as author, ${isShown} as isShown`,
		),
		isOpenTo?.(id, user),
	])
	if (!cause || !post?.isShown || !isOpen) throw httpError(errors.notFound)
	if (post.author === user.id) throw httpError(errors.own)
	const mustHide = hidable.is(id, isReportedEnough(id))
	const { name, detail, rows } = entry(id)
	const { reported } = await write({
		reported: db().run(sql`
			insert into ${reports} (id, user_id, kind, post_id, reason, note, created_at)
			select ${newId()}, ${user.id}, ${kind}, ${id}, ${body.reason}, ${body.note}, ${Date.now()} where ${isShown}
			on conflict do nothing`),
		notified: notifyMember(hidable.author(id), { kind: 'hidden', ...cause }, mustHide),
		audit: recordAudit(
			{
				actor: undefined,
				action: actions['post.hidden'],
				subject: { type: kind, id, name: sql`(select ${name} from ${rows})` },
				detail: sql`(select ${detail} from ${rows})`,
			},
			mustHide,
		),
		hidden: hidable.hide(id, null, isReportedEnough(id)),
	})
	if (reported.rowsAffected > 0) return undefined
	const isOpenReport = sql`post_id = ${id} and user_id = ${user.id} and outcome is null`
	throw httpError((await db().$count(reports, isOpenReport)) > 0 ? errors.already : errors.notFound)
}

/** Returns the statement that resolves the open reports of a post. A trigger notifies the reporters. */
export const answerReports = (postId: string, outcome: 'kept' | 'hidden') =>
	db().run(sql`
		update ${reports} set outcome = ${outcome}, resolved_at = ${Date.now()}
		where post_id = ${postId} and outcome is null`)

/** SQL for whether a post has open reports. */
export const hasReports = (postId: string): SQL =>
	sql`exists (select 1 from ${reports} where post_id = ${postId} and outcome is null)`

/** Selects the number of posts with open reports: one row, for a batch. A test checks its query plan. */
export const openReportsStatement = () =>
	db()
		.select({ count: sql<number>`count(distinct ${reports.postId})` })
		.from(reports)
		.where(isNull(reports.outcome))

export const countOpenReports = async (): Promise<number> => (await openReportsStatement())[0]?.count ?? 0

/** Selects the ids of reported posts, by their oldest open report. */
const reportedPosts = (after: string | undefined, limit: number) =>
	db()
		.select({ kind: reports.kind, id: reports.postId, first: sql<string>`min(${reports.id})` })
		.from(reports)
		.where(isNull(reports.outcome))
		.groupBy(reports.postId)
		.having(after === undefined ? sql`true` : sql`min(${reports.id}) > ${after}`)
		.orderBy(asc(sql`min(${reports.id})`))
		.limit(limit)

async function readReported(rows: Awaited<ReturnType<typeof reportedPosts>>) {
	const ids = rows.map(({ id }) => id)
	const byKind = [...Map.groupBy(rows, ({ kind }) => kind)]
	const [lists, openReports] = await Promise.all([
		Promise.all(
			byKind.map(([kind, group]) => sources[kind].list({ ids: group.map(({ id }) => id), limit: group.length })),
		),
		db()
			.select({
				...{ postId: reports.postId, reason: reports.reason, note: reports.note, at: reports.createdAt },
				by: { name: users.name, username: users.username },
			})
			.from(reports)
			.innerJoin(users, eq(users.id, reports.userId))
			.where(sql`${inArray(reports.postId, ids)} and ${isNull(reports.outcome)}`)
			.orderBy(asc(reports.id)),
	])
	const postsById = new Map(lists.flat().map((post) => [post.id, post]))
	return rows.flatMap(({ id, first }) => {
		const post = postsById.get(id)
		return post ? [{ ...post, first, reports: openReports.filter(({ postId }) => postId === id) }] : []
	})
}

export const listReports: Service<typeof contracts.listReports> = async ({ query }, context) => {
	const [after] = openCursor(query.cursor, 'id') ?? []
	const [rows, total] = await Promise.all([reportedPosts(after, query.limit + 1), countOpenReports()])
	return page(context, contracts.listReports, { query }, await readReported(rows), {
		total,
		cursorOf: ({ first }) => [first],
	})
}
