import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { journalEntries, modules } from '#db/schema/modules.ts'
import { categoryWatches, notifications } from '#db/schema/notifications.ts'
import { questionCategories, questionComments, questionFollows, questions } from '#db/schema/questions.ts'
import { reports } from '#db/schema/reports.ts'
import { users } from '#db/schema/users.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { discussionHref } from '#src/features/course-access/module-href.ts'
import { isVisible as isOfVisibleCourse, isOpenTo } from '#src/features/course-access/server/visibility.ts'
import { MAX_UNREAD } from '#src/lib/lists/unread.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { workOf } from '#src/platform/jobs/outbox.ts'
import { MAIL_KIND } from '#src/platform/mail/mail.ts'
import * as contracts from '../notification-contract.ts'
import { KINDS_SHOWN, MAX_ANSWERS, MAX_NEWS, type Notification, type ShownKind } from '../notification-contract.ts'
import { KEPT_ROWS } from './notify.ts'

type Viewer = Pick<CurrentUser, 'id' | 'role'>

/** SQL for a reported post, or its question. Subqueries, so that they cost nothing for other kinds. */
const reportedPost = sql`(select r.post_id from ${reports} r where r.id = n.subject_id)`
const reportedQuestion = sql`(select coalesce(c.question_id, r.post_id) from ${reports} r
	left join ${questionComments} c on c.id = r.post_id where r.id = n.subject_id)`

// Joins every possible subject of a notification. Joins for other kinds match nothing and cost nothing.
const from = sql`
	from ${notifications} n
	left join ${questions} q on n.kind in ('answer', 'mention', 'helpful', 'offer', 'hidden', 'report')
		and q.id = case n.kind when 'report' then ${reportedQuestion} else n.subject_id end
	left join ${questionFollows} f on f.question_id = q.id and f.user_id = n.user_id
	left join ${questionComments} t on n.kind in ('mention', 'helpful', 'hidden') and t.seq = n.since_seq and t.question_id = q.id
	left join ${coachingSessions} s on n.kind = 'session' and s.id = n.subject_id
	left join ${journalEntries} j on n.kind = 'feedback' and j.id = n.subject_id and j.user_id = n.user_id
	left join ${comments} d on n.kind in ('mention', 'helpful', 'reply', 'instructor', 'hidden', 'report')
		and d.id = case n.kind when 'report' then ${reportedPost} else n.subject_id end
	left join ${modules} on ${modules.id} = coalesce(j.module_id, d.module_id)
	left join ${courses} on ${courses.id} = ${modules.courseId}
	left join ${questionCategories} k on n.kind = 'question' and k.id = n.subject_id`

/** SQL for new comments, and for new questions in a category and its subcategories, by others and not muted. */
const newComments = sql`from ${questionComments} x
	where x.question_id = q.id and x.seq >= n.since_seq and x.author_id is not n.user_id and x.hidden_at is null`
const newQuestions = sql`from ${questions} x where x.seq >= n.since_seq and x.author_id is not n.user_id and x.hidden_at is null
	and not exists (select 1 from ${questionFollows} h
		where h.question_id = x.id and h.user_id = n.user_id and h.state = 'muted')`
const inGroup = sql`and x.group_id = k.id`
const inCategory = sql`and x.category_id = k.id`

/** SQL for when an author's post was hidden; null if it is visible again. */
const hiddenAt = sql`coalesce(d.hidden_at, t.hidden_at, case when n.since_seq = 0 then q.hidden_at end)`

/** SQL for whether the comment of a row exists, with its text, below a module that the member may read. */
const isCommentOpen = (viewer: Viewer) =>
	sql`(d.id is not null and d.deleted_at is null and d.hidden_at is null and ${isOfVisibleCourse(viewer)} and ${isOpenTo(viewer)})`

/**
 * SQL for whether the subject still exists and the member may see it. The notification does not store this. Every
 * list, count and email of notifications uses this condition.
 */
const isVisible = (viewer: Viewer) => sql`case n.kind
	when 'answer' then q.hidden_at is null and q.id is not null and f.state is not 'muted' and exists (select 1 ${newComments})
	when 'mention' then (q.id is not null and q.hidden_at is null and t.hidden_at is null and f.state is not 'muted' and ((n.since_seq = 0 and q.deleted_at is null) or t.id is not null))
		or ${isCommentOpen(viewer)}
	when 'helpful' then (f.state is not 'muted' and t.is_helpful = 1 and t.hidden_at is null and q.hidden_at is null) or (d.is_helpful = 1 and ${isCommentOpen(viewer)})
	when 'reply' then ${isCommentOpen(viewer)}
	when 'instructor' then ${isCommentOpen(viewer)}
	when 'offer' then q.hidden_at is null and q.answer_count = 0 and q.deleted_at is null and f.state is not 'muted'
	when 'session' then s.id is not null and (s.cancelled_at is not null) = (n.change = 'cancelled')
	when 'feedback' then j.instructor_feedback is not null and (${isOfVisibleCourse(viewer)})
	when 'question' then k.id is not null
		and exists (select 1 from ${categoryWatches} w where w.category_id = k.id and w.user_id = n.user_id)
		and case when k.parent_category_id is null then exists (select 1 ${newQuestions} ${inGroup})
			else exists (select 1 ${newQuestions} ${inCategory}) end
	when 'hidden' then d.id is not null or t.id is not null or (n.since_seq = 0 and q.id is not null)
	when 'report' then 1
	when 'applications' then ${viewer.role === 'admin' ? 1 : 0} and exists (select 1 from ${users} where application_status = 'pending')
	when 'mail' then ${viewer.role === 'admin' ? 1 : 0} and exists (${workOf(MAIL_KIND, 'dead')})
	end`

/** SQL for the single post of a row, in the format of `news`. */
const author = sql`(select json_array(json_array(coalesce(d.id, t.id), u.name, null))
	from (select coalesce(d.user_id, t.author_id, q.author_id) as id) y left join ${users} u on u.id = y.id)`

/** SQL for the new items of a row as JSON: id, author's name, title. */
const news = sql`case n.kind
	when 'answer' then (select json_group_array(json_array(y.id, u.name, null))
		from (select x.id, x.author_id ${newComments} order by x.seq limit ${MAX_NEWS}) y left join ${users} u on u.id = y.author_id)
	when 'helpful' then json_array(json_array(coalesce(d.id, t.id), null, null))
	when 'hidden' then json_array(json_array(coalesce(d.id, t.id), null, null))
	when 'report' then json_array(json_array(nullif(${reportedPost}, q.id), null, null))
	when 'question' then case when k.parent_category_id is null
		then (select json_group_array(json_array(y.id, u.name, y.title))
			from (select x.id, x.title, x.author_id ${newQuestions} ${inGroup} order by x.seq limit ${MAX_NEWS}) y
			left join ${users} u on u.id = y.author_id)
		else (select json_group_array(json_array(y.id, u.name, y.title))
			from (select x.id, x.title, x.author_id ${newQuestions} ${inCategory} order by x.seq limit ${MAX_NEWS}) y
			left join ${users} u on u.id = y.author_id) end
	when 'mention' then ${author}
	when 'reply' then ${author}
	when 'instructor' then ${author}
	end`

const total = sql`case n.kind
	when 'applications' then (select count(*) from (select 1 from ${users} where application_status = 'pending' limit ${MAX_NEWS}))
	when 'mail' then (select count(*) from (${workOf(MAIL_KIND, 'dead')} limit ${MAX_NEWS}))
	end`

interface Row {
	id: string
	kind: Notification['kind']
	change: Notification['change']
	updatedAt: number
	readAt: number | null
	subjectId: string
	title: string | null
	isOwn: number
	scheduledAt: number | null
	timeZone: string | null
	courseId: string | null
	moduleId: string | null
	isPublished: number | null
	questionId: string | null
	outcome: Notification['outcome']
	news: string | null
	total: number | null
}

function isShown(show: ShownKind | undefined): SQL {
	if (show === undefined) return sql`true`
	if (show === 'unread') return sql`n.read_at is null`
	return sql`n.kind in ${[...KINDS_SHOWN[show]]}`
}

interface Part {
	after?: readonly [at: number, id: string] | undefined
	/** Limits the list to unread notifications after `since`, up to `until`. */
	unread?: { since: number; until?: number } | undefined
	show?: ShownKind | undefined
	limit: number
}

/** Returns the query for a page. A test checks its query plan. */
export const notificationsStatement = (viewer: Viewer, { after, unread, show, limit }: Part): SQL => sql`
	select n.group_key as id, n.kind, n.change, n.updated_at as updatedAt, n.read_at as readAt, n.subject_id as subjectId,
		coalesce(q.title, s.title, ${modules.title}, k.name) as title, q.author_id is n.user_id as isOwn,
		s.scheduled_at as scheduledAt, s.time_zone as timeZone, ${courses.id} as courseId, ${modules.id} as moduleId,
		${courses.isPublished} as isPublished, q.id as questionId,
		case n.kind when 'report' then (select r.outcome from ${reports} r where r.id = n.subject_id) when 'hidden' then iif(${hiddenAt} is null, 'kept', 'hidden') end as outcome,
		${news} as news, ${total} as total
	${from}
	where n.user_id = ${viewer.id}
		${unread ? sql`and n.read_at is null and n.updated_at > ${unread.since}` : sql``}
		${unread?.until === undefined ? sql`` : sql`and n.updated_at <= ${unread.until}`}
		${after ? sql`and (n.updated_at, n.group_key) < (${after[0]}, ${after[1]})` : sql``}
		and ${isShown(show)} and ${isVisible(viewer)}
	order by n.updated_at desc, n.group_key desc limit ${limit}`

/** Returns the query that counts a member's visible notifications, up to `limit`, in total or for one filter. */
export const countStatement = (viewer: Viewer, show: ShownKind | undefined, limit: number): SQL => sql`
	select count(*) as count from (select 1 ${from} where n.user_id = ${viewer.id}
		and ${isShown(show)} and ${isVisible(viewer)} limit ${limit})`

/** Counts the unread answers to questions that a member follows, up to `MAX_ANSWERS`. */
export async function countNewAnswersFor(viewer: Viewer): Promise<number> {
	const [row] = await db().all<{ count: number }>(sql`
		select count(*) as count from (select 1 from ${notifications} n
		cross join ${questionComments} x on x.question_id = n.subject_id and x.seq >= n.since_seq
		left join ${questionFollows} f on f.question_id = n.subject_id and f.user_id = n.user_id
		where n.user_id = ${viewer.id} and n.read_at is null and n.kind = 'answer'
			and x.author_id is not n.user_id and x.hidden_at is null and f.state is not 'muted'
		limit ${MAX_ANSWERS})`)
	return row?.count ?? 0
}

type News = [id: string, name: string | null, title: string | null][]

function hrefOf(row: Row, news: News): string {
	const [first] = news
	const { kind, courseId, moduleId } = row
	if (courseId !== null && moduleId !== null && kind !== 'feedback')
		return discussionHref({ courseId, moduleId, isPublished: row.isPublished === 1 }, first?.[0])
	switch (kind) {
		case 'answer':
		case 'mention':
		case 'helpful':
		case 'reply':
		case 'instructor':
		case 'offer':
		case 'hidden':
			return `/questions/${row.subjectId}${first?.[0] ? `#comment-${first[0]}` : ''}`
		case 'report':
			return row.questionId
				? `/questions/${row.questionId}${first?.[0] ? `#comment-${first[0]}` : ''}`
				: '/notifications'
		case 'feedback':
			return `/courses/${courseId}#module-${moduleId}`
		case 'session':
			return '/coaching'
		case 'question':
			return news.length === 1 && first ? `/questions/${first[0]}` : `/questions?category=${row.subjectId}`
		case 'applications':
			return '/admin/applications'
		case 'mail':
			return '/admin/mail'
	}
}

/** Kinds whose text names no person. */
const NAMELESS: readonly Notification['kind'][] = ['helpful', 'hidden', 'report']

function toNotification(row: Row): Notification {
	const items = JSON.parse(row.news ?? '[]') as News
	const names = NAMELESS.includes(row.kind) ? [] : items.map(([, name]) => name ?? 'Former member')
	const single = row.kind === 'question' && items.length === 1 ? items[0]?.[2] : undefined
	return {
		id: row.id,
		kind: row.kind,
		// A hidden question's title is hidden too.
		title: row.kind === 'report' && row.outcome !== 'kept' ? '' : (single ?? row.title ?? ''),
		actors: [...new Set(names)],
		count: row.total ?? items.length,
		isOwn: row.isOwn === 1,
		change: row.change,
		outcome: row.outcome,
		scheduledAt: row.scheduledAt === null ? null : new Date(row.scheduledAt).toISOString(),
		timeZone: row.timeZone,
		href: hrefOf(row, items),
		at: new Date(row.updatedAt).toISOString(),
		isUnread: row.readAt === null,
	}
}

export async function listNotificationsFor(viewer: Viewer, part: Part): Promise<Notification[]> {
	return (await db().all<Row>(notificationsStatement(viewer, part))).map(toNotification)
}

async function count(viewer: Viewer, show: ShownKind | undefined, limit: number): Promise<number> {
	const [row] = await db().all<{ count: number }>(countStatement(viewer, show, limit))
	return row?.count ?? 0
}

/** Counts a member's unread notifications, up to `MAX_UNREAD`, for the bell and the page titles. */
export const countUnreadFor = (viewer: Viewer): Promise<number> => count(viewer, 'unread', MAX_UNREAD)

export const listNotifications: Service<typeof contracts.listNotifications> = async ({ query }, context) => {
	const after = openCursor(query.cursor, 'number', 'id')
	const [rows, total] = await Promise.all([
		listNotificationsFor(context.user, { after, show: query.show, limit: query.limit + 1 }),
		count(context.user, query.show, KEPT_ROWS),
	])
	return page(context, contracts.listNotifications, { query }, rows, {
		total,
		cursorOf: ({ at, id }) => [Date.parse(at), id],
	})
}

export const getUnread: Service<typeof contracts.getUnread> = async (_, { user }) => ({
	unread: await countUnreadFor(user),
})

export const readNotifications: Service<typeof contracts.readNotifications> = async ({ body }, { user }) => {
	const { ids, show, until } = body
	const last = until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until)
	await db().run(sql`
		update ${notifications} as n set read_at = ${Date.now()}
		where n.user_id = ${user.id} and n.read_at is null and n.updated_at <= ${last} and ${isShown(show)}
			${ids ? sql`and n.group_key in (select value from json_each(${JSON.stringify(ids)}))` : sql``}`)
	return { unread: await countUnreadFor(user) }
}
