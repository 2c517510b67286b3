import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { digestSettings } from '#db/schema/notifications.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { formatSessionWithZone } from '#src/lib/dates/zoned-time.ts'
import { env } from '#src/platform/env/env.ts'
import { job } from '#src/platform/jobs/job.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'
import { isEnqueued } from '#src/platform/jobs/outbox.ts'
import { log } from '#src/platform/log.ts'
import type { Block } from '#src/platform/mail/compose.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { digestPeriod, nextDigestAt } from '../digest-time.ts'
import type { Notification } from '../notification-contract.ts'
import { sentenceOf } from '../notification-text.ts'
import { composeNotice, getsMails } from './compose.ts'
import { listNotificationsFor } from './notification-list.ts'
import { unsubscribeToken } from './unsubscribe-tokens.ts'

const MAX_ITEMS = 20
/** Members per run; the next run takes the rest. */
const MEMBERS_PER_RUN = 50

/** Delay of a digest that failed, in milliseconds. */
const RETRY_MS = 60 * 60_000

const DAY_MS = 86_400_000
/** Allows for a day lengthened by daylight saving time, and for clocks that differ. */
const SLACK_MS = 2 * 60 * 60_000

interface Due {
	userId: string
	name: string
	email: string
	role: 'admin' | 'user'
	every: 'day' | 'week'
	weekday: number
	timeZone: string
	nextAt: number
	notifiedUntil: number
}

const dueMembers = (now: number, limit: number) =>
	db().all<Due>(sql`
		select d.user_id as userId, u.name, u.email, u.role, d.every, d.weekday, d.time_zone as timeZone,
			d.next_at as nextAt, d.told_until as notifiedUntil
		from ${digestSettings} d join ${users} u on u.id = d.user_id and ${getsMails(sql`u`, now)}
		where d.every <> 'never' and d.next_at <= ${now} order by d.next_at limit ${limit}`)

/** Selects a row if `sendDigests` has work; part of the query for all due work. */
const dueDigest = (now = Date.now()) => dueMembers(now, 1)

const period = sql`(case every when 'day' then ${DAY_MS} else ${7 * DAY_MS} end)`

/**
 * Repairs times written by a clock that ran ahead. Digests that are due too late become due earlier, by whole days or
 * weeks. The time up to which notifications count as sent is set to one day or week ago. Called by a job.
 */
export async function resetPostponedDigests(now = Date.now()): Promise<void> {
	await write(
		db().run(sql`
			update ${digestSettings} set next_at = next_at - cast((next_at - ${now} - 1) / ${period} as integer) * ${period}
			where every <> 'never' and next_at > ${now + DAY_MS + SLACK_MS} and next_at > ${now + SLACK_MS} + ${period}`),
		db().run(sql`
			update ${digestSettings} set told_until = ${now} - ${period} where told_until > ${now + CLOCKS_MS}`),
	)
}

interface Session {
	title: string
	scheduledAt: number
}

const sessionsBetween = (from: number, to: number) =>
	db().all<Session>(sql`
		select title, scheduled_at as scheduledAt from ${coachingSessions}
		where cancelled_at is null and scheduled_at > ${from} and scheduled_at <= ${to} order by scheduled_at limit ${MAX_ITEMS}`)

const GROUPS: readonly [title: string, matches: (item: Notification) => boolean][] = [
	['For you', ({ kind, isOwn }) => (kind === 'answer' ? isOwn : !['question', 'session', 'instructor'].includes(kind))],
	['Questions you follow', ({ kind, isOwn }) => kind === 'answer' && !isOwn],
	['Your courses', ({ kind }) => kind === 'instructor'],
	['Categories you watch', ({ kind }) => kind === 'question'],
	['Coaching', ({ kind }) => kind === 'session'],
]

function blocksOf(news: Notification[], sessions: Session[], timeZone: string): Block[] {
	const { publicUrl } = env()
	const items = news.slice(0, MAX_ITEMS)
	const groups = GROUPS.flatMap(([title, matches]): Block[] => {
		const links = items
			.filter(matches)
			.map((item): Block => ({ kind: 'link', label: sentenceOf(item), href: publicUrl + item.href }))
		return links.length === 0 ? [] : [{ kind: 'text', text: title }, ...links]
	})
	const room = Math.max(0, MAX_ITEMS - items.length)
	const times = sessions.slice(0, room).map(({ title, scheduledAt }) => {
		const at = new Date(scheduledAt)
		return [title, formatSessionWithZone(at, timeZone)] as const
	})
	if (times.length > 0) groups.push({ kind: 'text', text: 'Coming up' }, { kind: 'facts', facts: times })
	if (news.length > MAX_ITEMS) groups.push({ kind: 'text', text: 'And more.' })
	if (groups.length > 0)
		groups.push({ kind: 'button', label: 'See all notifications', href: `${publicUrl}/notifications` })
	return groups
}

async function sendDigest(due: Due, now: number): Promise<void> {
	const { userId, timeZone, nextAt, notifiedUntil, every } = due
	const period = digestPeriod(new Date(nextAt), timeZone)
	const next = nextDigestAt(now, due)?.getTime() ?? now + DAY_MS
	const [news, sessions] = await Promise.all([
		listNotificationsFor(
			{ id: userId, role: due.role },
			{ unread: { since: notifiedUntil, until: now }, limit: MAX_ITEMS + 1 },
		),
		sessionsBetween(now, next),
	])
	const blocks = blocksOf(news, sessions, timeZone)
	// Repeated in the write: another node may have sent it, or the member may have changed the settings.
	const isDue = sql`exists (select 1 from ${digestSettings} d join ${users} u on u.id = d.user_id and ${getsMails(sql`u`, now)}
		where d.user_id = ${userId} and d.next_at = ${nextAt} and d.every = ${every})`
	const { token, row } = unsubscribeToken(userId, 'digest', { when: isDue })
	const mail = composeNotice({
		to: due.email,
		name: due.name,
		subject: every === 'day' ? 'New in the club since yesterday' : 'New in the club in the last week',
		blocks,
		unsubscribe: { token, what: 'digests' },
	})
	const id = `digest-${userId}-${period}`
	await write(
		// Runs before the email is queued. Does nothing if a digest of this day exists, as after a change of zone: the
		// next digest then contains these items.
		db().run(sql`
			update ${digestSettings} set told_until = ${now}
			where user_id = ${userId} and ${isDue} and not ${isEnqueued(id)}`),
		...(blocks.length > 0 ? [row, enqueueMail({ ...mail, until: next }, { id, when: isDue })] : []),
		db().run(sql`
			update ${digestSettings} set next_at = ${next}
			where user_id = ${userId} and next_at = ${nextAt} and every = ${every}`),
	)
}

/** Sends a digest. A failure, such as an unknown time zone, postpones it, so it does not block others. */
async function sendOrPostpone(due: Due, now: number): Promise<void> {
	const { userId, nextAt } = due
	try {
		await sendDigest(due, now)
	} catch (error) {
		if (isUnavailable(error)) throw error
		log.error({ userId, err: error }, 'digest could not be sent')
		await db().run(sql`
			update ${digestSettings} set next_at = ${now + RETRY_MS} where user_id = ${userId} and next_at = ${nextAt}`)
	}
}

/** Sends the due digests, at most one per member and day. @returns the number of members. */
export async function sendDigests(now = Date.now(), signal?: AbortSignal): Promise<number> {
	for (let count = 0; ; ) {
		const due = await dueMembers(now, MEMBERS_PER_RUN)
		for (const member of due) {
			if (signal?.aborted) return count
			await sendOrPostpone(member, now)
			count++
			// Yield to waiting requests.
			await new Promise((resolve) => setImmediate(resolve))
		}
		if (due.length < MEMBERS_PER_RUN) return count
	}
}

export const digestsJob = job({
	name: 'digests',
	due: dueDigest,
	every: 60_000,
	run: (signal) => sendDigests(Date.now(), signal),
})
