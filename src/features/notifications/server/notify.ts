import { type SQL, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import type { notificationFanOuts, notifications } from '#db/schema/notifications.ts'
import { newId } from '#src/lib/ids.ts'
import { watchMails } from './watch-mails.ts'

/** Members that one statement tells: few enough that no request waits for it. */
const SLICE = 200

type Kind = typeof notifications.$inferSelect.kind
type FanOut = Omit<typeof notificationFanOuts.$inferSelect, 'createdAt'>

/** What is added to the notifications of one kind and one subject. */
interface Cause {
	kind: Kind
	/** The question, journal entry, session or category; empty for what admins are told. */
	subjectId: string
	/** What makes one row of it where that is not the subject: the comment that mentions or helped. */
	groupId?: string
	/** `seq` of the comment or question that is new; 0 where it is none. */
	seq?: SQL | number
	/** What became of a session. */
	change?: FanOut['change']
	/** Told of once, whatever becomes of it: somebody may mark and unmark as often as they like. */
	isOnce?: boolean
}

/**
 * The statement that tells a `select` of members (`user_id`). Who has read the last of this cause finds it unread again,
 * from what is new; else it is added to what they have not read.
 */
function notify({ kind, subjectId, groupId, seq = 0, change = null, isOnce }: Cause, audience: SQL, now = Date.now()) {
	const key = [kind, groupId ?? subjectId].filter(Boolean).join('-')
	const again = sql`do update set
		since_seq = case when read_at is null then min(since_seq, excluded.since_seq) else excluded.since_seq end,
		change = excluded.change, updated_at = max(updated_at, excluded.updated_at), read_at = null`
	return db().run(sql`
		insert into notifications (user_id, group_key, kind, subject_id, since_seq, change, created_at, updated_at)
		select told.user_id, ${key}, ${kind}, ${subjectId}, ${seq}, ${change}, ${now}, ${now} from (${audience}) as told
		where true
		on conflict (user_id, group_key) ${isOnce ? sql`do nothing` : again}`)
}

/** The statement that tells one member, if they are active and the condition holds. @param userId their id, or a query of it. */
export const notifyMember = (userId: string | SQL, cause: Cause, when: SQL) =>
	notify(cause, sql`select id as user_id from users where id = ${userId} and status = 'active' and ${when}`)

/** The statement that tells the admins, if the condition holds. */
export const notifyAdmins = (kind: 'applications' | 'mail', when: SQL) =>
	notify(
		{ kind, subjectId: '' },
		sql`select id as user_id from users where role = 'admin' and status = 'active' and ${when}`,
	)

/** News for many. */
type News = Pick<FanOut, 'kind' | 'subjectId' | 'actorId' | 'change'> & { seq: SQL | number }

/** The next members of whom some are told, in the order of an index. */
function slice({ kind, subjectId }: Pick<News, 'kind' | 'subjectId'>, after: string): SQL {
	if (kind === 'session')
		return sql`select id as user_id from users where status = 'active' and id > ${after} order by id limit ${SLICE}`
	if (kind === 'answer')
		return sql`select user_id from question_follows
			where question_id = ${subjectId} and user_id > ${after} order by user_id limit ${SLICE}`
	return sql`select user_id from category_watches
		where category_id = ${subjectId} and user_id > ${after} order by user_id limit ${SLICE}`
}

/** Who of a slice is told. Muted is told nothing; who was mentioned knows it by that, and who has read it knows it. */
function wanted({ kind, subjectId, seq }: News): SQL {
	if (kind === 'session') return sql`1`
	if (kind === 'answer')
		return sql`exists (select 1 from question_follows f
				where f.question_id = ${subjectId} and f.user_id = u.id and f.state = 'following')
			and not exists (select 1 from question_mentions m where m.user_id = u.id
				and m.post_id = (select c.id from question_comments c where c.seq = ${seq}))
			and not exists (select 1 from question_reads r
				where r.user_id = u.id and r.question_id = ${subjectId} and r.seen_seq >= ${seq})`
	// Whoever watches the category above is told there.
	return sql`not exists (select 1 from question_mentions m where m.user_id = u.id
			and m.post_id = (select q.id from questions q where q.seq = ${seq}))
		and not exists (select 1 from category_watches w join question_categories c on c.parent_category_id = w.category_id
			where c.id = ${subjectId} and w.user_id = u.id)`
}

/** The query of those of a slice who are told; its query plan is tested. */
export function audienceQuery(news: News, after: string, when: SQL): SQL {
	// A cross join keeps the order: the slice first, and never all who are active.
	return sql`select u.id as user_id from (${slice(news, after)}) s cross join users u
		where u.id = s.user_id and +u.status = 'active' and u.id <> ${news.actorId} and ${when} and ${wanted(news)}`
}

const notifySlice = (news: News & { kind: Kind }, after: string, when: SQL) =>
	notify(news, audienceQuery(news, after, when))

/** The statement that leaves the rest to the job: where there are more than the first slice. */
const fanOutStatement = (news: News, after: SQL, when: SQL) =>
	db().run(sql`
		insert into notification_rounds (id, kind, subject_id, seq, change, actor_id, created_at, after)
		select ${newId()}, ${news.kind}, ${news.subjectId}, ${news.seq}, ${news.change}, ${news.actorId}, ${Date.now()}, next.after
		from (${after}) as next where next.after is not null and ${when}`)

/** Where a slice ends, as a row with `after`; null where it was the last. */
const endOf = (news: Pick<News, 'kind' | 'subjectId'>, after: string) =>
	sql`select case when count(*) = ${SLICE} then max(user_id) end as after from (${slice(news, after)})`

/**
 * The statements, for the write of the cause, that tell many: the first of them now, the rest by `runFanOuts`.
 * @param when the condition under which the cause happens, where these statements stand.
 */
export function notifyMany(news: News & { kind: Kind }, when: SQL) {
	return [notifySlice(news, '', when), fanOutStatement(news, endOf(news, ''), when)]
}

/**
 * The statements, for the write of a new question, that tell who watches its category, or the one above: in the product,
 * and by mails that a job writes.
 * @param when whether the question is written, where these statements stand.
 */
export async function notifyWatchers(categoryId: string, questionId: string, actorId: string, when: SQL) {
	const watched = await db().all<{ id: string }>(sql`
		select c.id from question_categories c
		where c.id in (${categoryId}, (select parent_category_id from question_categories where id = ${categoryId}))
			and exists (select 1 from category_watches w where w.category_id = c.id)`)
	return watched.flatMap(({ id }) => {
		const seq = sql`(select seq from questions where id = ${questionId})`
		const news = { kind: 'question', subjectId: id, actorId, change: null, seq } as const
		return [...notifyMany(news, when), fanOutStatement({ ...news, kind: 'watch-mail' }, sql`select '' as after`, when)]
	})
}

/** A row where `runFanOuts` has something to do: for those who look at many things at once. */
export const dueFanOut = () =>
	db().all<FanOut>(sql`
	select id, kind, subject_id as subjectId, seq, change, actor_id as actorId, after from notification_rounds
	order by id limit 1`)

/**
 * Tells the next slice of a round, if no other node has: its position and the rows are one write, so that nobody is told
 * twice, and nobody left out by a process that dies.
 */
async function nextSlice(fanOut: FanOut): Promise<void> {
	const isHere = sql`exists (select 1 from notification_rounds where id = ${fanOut.id} and after = ${fanOut.after})`
	const isLast = sql`(select n.after from (${endOf(fanOut, fanOut.after)}) as n) is null`
	const work =
		fanOut.kind === 'watch-mail'
			? await watchMails(fanOut, audienceQuery(fanOut, fanOut.after, sql`1`), isHere)
			: [notifySlice({ ...fanOut, kind: fanOut.kind }, fanOut.after, isHere)]
	await write(
		...work,
		db().run(sql`delete from notification_rounds where id = ${fanOut.id} and after = ${fanOut.after} and ${isLast}`),
		db().run(sql`
			update notification_rounds set after = (select n.after from (${endOf(fanOut, fanOut.after)}) as n)
			where id = ${fanOut.id} and after = ${fanOut.after}`),
	)
}

/** Tells those whom the causes left to it, slice by slice. @returns how many slices. */
export async function runFanOuts(signal?: AbortSignal): Promise<number> {
	for (let slices = 0; ; slices++) {
		const [fanOut] = await dueFanOut()
		if (!fanOut || signal?.aborted) return slices
		await nextSlice(fanOut)
		// Requests that came meanwhile go first.
		await new Promise((resolve) => setImmediate(resolve))
	}
}

/** Notifications are kept so long, in days, and so many of a member. */
export const KEPT_DAYS = 180
export const KEPT_ROWS = 500

/** Drops what is too old, or too much. A job calls it. */
export async function tidyNotifications(now = Date.now(), kept = { days: KEPT_DAYS, rows: KEPT_ROWS }): Promise<void> {
	const oldest = now - kept.days * 24 * 60 * 60_000
	for (let after = ''; ; ) {
		const members = sql`select distinct user_id from notifications where user_id > ${after} order by user_id limit 100`
		const [last] = await db().all<{ id: string | null }>(sql`select max(user_id) as id from (${members})`)
		if (!last?.id) return
		await write(
			db().run(sql`
				delete from notifications where rowid in (
					select n.rowid from (${members}) s join notifications n on n.user_id = s.user_id
					and n.updated_at < max(${oldest}, coalesce((select x.updated_at from notifications x
						where x.user_id = s.user_id order by x.updated_at desc limit 1 offset ${kept.rows - 1}), 0)))`),
		)
		after = last.id
	}
}
