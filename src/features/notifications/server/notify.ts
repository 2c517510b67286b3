import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { commentMentions, comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { categoryWatches, notificationFanOuts, notifications } from '#db/schema/notifications.ts'
import {
	questionCategories,
	questionComments,
	questionFollows,
	questionMentions,
	questionReads,
	questions,
} from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { isInGoodStanding } from '#src/features/auth/server/standing.ts'
import { isOpenToEach } from '#src/features/course-access/server/visibility.ts'
import { newId } from '#src/lib/ids.ts'
import { job } from '#src/platform/jobs/job.ts'
import { watchMails } from './watch-mails.ts'

/** Members per statement: few enough that no request has to wait for the statement. */
const SLICE = 200

type Kind = typeof notifications.$inferSelect.kind
type FanOut = Omit<typeof notificationFanOuts.$inferSelect, 'createdAt'>

export interface Cause {
	kind: Kind
	/** Id of the question, journal entry, session, category, course comment or report; empty for admin notifications. */
	subjectId: string
	/** Groups by this id instead of the subject: the comment that mentions the member or was marked as helpful. */
	groupId?: string
	/** `seq` of the new comment or question, otherwise 0. */
	seq?: SQL | number
	change?: FanOut['change']
	/** Notifies only once, even if the mark is removed and set again. */
	isOnce?: boolean
	/** Also sends an email, after a pause in which the member may read the comment (`discussion-mails.ts`). */
	isMailed?: boolean
}

/** Pause before an email, so that one email covers everything written until then. */
export const MAIL_PAUSE_MS = 5 * 60_000

/**
 * Returns the statement that notifies a `select` of members (`user_id`). A read notification of the same group
 * becomes unread and starts at the new item; an unread one is extended.
 */
export function notify(cause: Cause, audience: SQL, now = Date.now()) {
	const { kind, subjectId, groupId, seq = 0, change = null, isOnce, isMailed } = cause
	const key = [kind, groupId ?? subjectId].filter(Boolean).join('-')
	const renew = sql`do update set
		since_seq = case when read_at is null then min(since_seq, excluded.since_seq) else excluded.since_seq end,
		change = excluded.change, updated_at = max(updated_at, excluded.updated_at), read_at = null`
	return db().run(sql`
		insert into ${notifications} (user_id, group_key, kind, subject_id, since_seq, change, created_at, updated_at, mail_at)
		select told.user_id, ${key}, ${kind}, ${subjectId}, ${seq}, ${change}, ${now}, ${now},
			${isMailed ? now + MAIL_PAUSE_MS : null} from (${audience}) as told
		where true
		on conflict (user_id, group_key) ${isOnce ? sql`do nothing` : renew}`)
}

/**
 * Returns the statement that notifies one active member if `when` is true.
 * @param userId id, or a query for it.
 */
export const notifyMember = (userId: string | SQL, cause: Cause, when: SQL) =>
	notify(cause, sql`select id as user_id from ${users} where id = ${userId} and status = 'active' and ${when}`)

export const notifyAdmins = (kind: 'applications' | 'mail', when: SQL) =>
	notify(
		{ kind, subjectId: '' },
		sql`select id as user_id from ${users} where role = 'admin' and status = 'active' and ${when}`,
	)

type News = Pick<FanOut, 'kind' | 'subjectId' | 'actorId' | 'change'> & { seq: SQL | number }

/** SQL for the next batch of members to consider, in index order. */
function slice({ kind, subjectId }: Pick<News, 'kind' | 'subjectId'>, after: string): SQL {
	if (kind === 'session')
		return sql`select id as user_id from ${users} where status = 'active' and id > ${after} order by id limit ${SLICE}`
	if (kind === 'answer')
		return sql`select user_id from ${questionFollows}
			where question_id = ${subjectId} and user_id > ${after} order by user_id limit ${SLICE}`
	if (kind === 'instructor')
		return sql`select user_id from ${enrollments} where course_id = (
				select m.course_id from ${comments} d join ${modules} m on m.id = d.module_id where d.id = ${subjectId})
			and user_id > ${after} order by user_id limit ${SLICE}`
	return sql`select user_id from ${categoryWatches}
		where category_id = ${subjectId} and user_id > ${after} order by user_id limit ${SLICE}`
}

/** SQL for which members of a batch to notify. Excludes mentioned ones, and those who muted or read the question. */
function isInAudience({ kind, subjectId, seq }: News): SQL {
	if (kind === 'session') return sql`1`
	if (kind === 'instructor')
		return sql`exists (select 1 from ${comments} d join ${modules} on ${modules.id} = d.module_id
				join ${courses} on ${courses.id} = ${modules.courseId}
				where d.id = ${subjectId} and d.deleted_at is null and ${isOpenToEach({ id: sql`u.id`, role: sql`u.role` })})
			and not exists (select 1 from ${commentMentions} m where m.comment_id = ${subjectId} and m.user_id = u.id)`
	if (kind === 'answer')
		return sql`exists (select 1 from ${questionFollows} f
				where f.question_id = ${subjectId} and f.user_id = u.id and f.state = 'following')
			and not exists (select 1 from ${questionMentions} m where m.user_id = u.id
				and m.post_id = (select c.id from ${questionComments} c where c.seq = ${seq}))
			and not exists (select 1 from ${questionReads} r
				where r.user_id = u.id and r.question_id = ${subjectId} and r.seen_seq >= ${seq})`
	// Watchers of the parent category are notified through the parent.
	return sql`not exists (select 1 from ${questionMentions} m where m.user_id = u.id
			and m.post_id = (select q.id from ${questions} q where q.seq = ${seq}))
		and not exists (select 1 from ${categoryWatches} w join ${questionCategories} c on c.parent_category_id = w.category_id
			where c.id = ${subjectId} and w.user_id = u.id)`
}

/** Returns the query for the members of a batch to notify. A test checks its query plan. */
export function audienceQuery(news: News, after: string, when: SQL): SQL {
	// A cross join keeps the order: SQLite reads the batch first instead of all active users.
	return sql`select u.id as user_id from (${slice(news, after)}) s cross join ${users} u
		where u.id = s.user_id and +u.status = 'active' and ${isInGoodStanding(sql`u.id`)} and u.id <> ${news.actorId} and ${when} and ${isInAudience(news)}`
}

const notifySlice = (news: News & { kind: Kind }, after: string, when: SQL) =>
	notify(
		{ ...news, ...(news.kind === 'instructor' && { isOnce: true, isMailed: true }) },
		audienceQuery(news, after, when),
	)

/** Returns the statement that leaves the rest to the job if there are more members than the first batch. */
const fanOutStatement = (news: News, after: SQL, when: SQL) =>
	db().run(sql`
		insert into ${notificationFanOuts} (id, kind, subject_id, seq, change, actor_id, created_at, after)
		select ${newId()}, ${news.kind}, ${news.subjectId}, ${news.seq}, ${news.change}, ${news.actorId}, ${Date.now()}, next.after
		from (${after}) as next where next.after is not null and ${when}`)

/** SQL for the end of a batch, as a row with `after`; null for the last batch. */
const batchEnd = (news: Pick<News, 'kind' | 'subjectId'>, after: string) =>
	sql`select case when count(*) = ${SLICE} then max(user_id) end as after from (${slice(news, after)})`

/**
 * Returns statements, for the write of the event, that notify many members: the first batch now, the rest in
 * `runFanOuts`.
 * @param when SQL condition that the event happens, evaluated when these statements run.
 */
export function notifyMany(news: News & { kind: Kind }, when: SQL) {
	return [notifySlice(news, '', when), fanOutStatement(news, batchEnd(news, ''), when)]
}

/**
 * Returns statements, for the write of a new question, that notify the watchers of its category and the parent
 * category: in the product, and by mail through a job.
 * @param when SQL condition that the question is written, evaluated when these statements run.
 */
export async function notifyWatchers(categoryId: string, questionId: string, actorId: string, when: SQL) {
	const watched = await db().all<{ id: string }>(sql`
		select c.id from ${questionCategories} c
		where c.id in (${categoryId}, (select parent_category_id from ${questionCategories} where id = ${categoryId}))
			and exists (select 1 from ${categoryWatches} w where w.category_id = c.id)`)
	return watched.flatMap(({ id }) => {
		const seq = sql`(select seq from ${questions} where id = ${questionId})`
		const news = { kind: 'question', subjectId: id, actorId, change: null, seq } as const
		return [...notifyMany(news, when), fanOutStatement({ ...news, kind: 'watch-mail' }, sql`select '' as after`, when)]
	})
}

/** Selects a row if `runFanOuts` has work; part of the query for all due work. */
const dueFanOut = () =>
	db().all<FanOut>(sql`
	select id, kind, subject_id as subjectId, seq, change, actor_id as actorId, after from ${notificationFanOuts}
	order by id limit 1`)

/**
 * Notifies the next batch of a fan-out, unless another node has done so. One write adds the rows and moves `after`, so
 * no member is notified twice, and a crash skips no one.
 */
async function nextSlice(fanOut: FanOut): Promise<void> {
	const isNext = sql`exists (select 1 from ${notificationFanOuts} where id = ${fanOut.id} and after = ${fanOut.after})`
	const isLast = sql`(select n.after from (${batchEnd(fanOut, fanOut.after)}) as n) is null`
	const work =
		fanOut.kind === 'watch-mail'
			? await watchMails(fanOut, audienceQuery(fanOut, fanOut.after, sql`1`), isNext)
			: [notifySlice({ ...fanOut, kind: fanOut.kind }, fanOut.after, isNext)]
	await write(
		...work,
		db().run(sql`delete from ${notificationFanOuts} where id = ${fanOut.id} and after = ${fanOut.after} and ${isLast}`),
		db().run(sql`
			update ${notificationFanOuts} set after = (select n.after from (${batchEnd(fanOut, fanOut.after)}) as n)
			where id = ${fanOut.id} and after = ${fanOut.after}`),
	)
}

/** Runs all fan-outs, batch by batch. @returns the number of batches. */
export async function runFanOuts(signal?: AbortSignal): Promise<number> {
	for (let slices = 0; ; slices++) {
		const [fanOut] = await dueFanOut()
		if (!fanOut || signal?.aborted) return slices
		await nextSlice(fanOut)
		// Yield to waiting requests.
		await new Promise((resolve) => setImmediate(resolve))
	}
}

/** Retention of notifications, in days and in rows per member. */
const KEPT_DAYS = 180
export const KEPT_ROWS = 500

/** Deletes old notifications, and rows beyond the limit. Called by a job. */
export async function tidyNotifications(now = Date.now(), kept = { days: KEPT_DAYS, rows: KEPT_ROWS }): Promise<void> {
	const oldest = now - kept.days * 24 * 60 * 60_000
	for (let after = ''; ; ) {
		const members = sql`select distinct user_id from ${notifications} where user_id > ${after} order by user_id limit 100`
		const [last] = await db().all<{ id: string | null }>(sql`select max(user_id) as id from (${members})`)
		if (!last?.id) return
		await write(
			db().run(sql`
				delete from ${notifications} where rowid in (
					select n.rowid from (${members}) s join ${notifications} n on n.user_id = s.user_id
					and n.updated_at < max(${oldest}, coalesce((select x.updated_at from ${notifications} x
						where x.user_id = s.user_id order by x.updated_at desc limit 1 offset ${kept.rows - 1}), 0)))`),
		)
		after = last.id
	}
}

export const fanOutsJob = job({
	name: 'notification-fan-outs',
	due: dueFanOut,
	every: 15_000,
	inserted: { table: 'notification_rounds' },
	run: runFanOuts,
})
