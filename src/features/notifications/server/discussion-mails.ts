import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { notifications } from '#db/schema/notifications.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { discussionHref } from '#src/features/course-access/module-href.ts'
import { isOpenTo, isVisible } from '#src/features/course-access/server/visibility.ts'
import { isolate } from '#src/lib/direction.ts'
import type { MailQuotes } from '#src/lib/forms/mail-quotes.ts'
import { env } from '#src/platform/env/env.ts'
import { job } from '#src/platform/jobs/job.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { composeNotice, getsMails, quoted, quotesOf, wantsMails } from './compose.ts'
import { MAIL_PAUSE_MS } from './notify.ts'
import { unsubscribeToken } from './unsubscribe-tokens.ts'

// Emails about discussions in courses: one per member and module, with all comments from the pause that the member has
// not read, may still see and wants emails about.

const MEMBERS_PER_RUN = 200
/** Maximum number of comments quoted in an email; the rest are only counted. */
const MAX_QUOTED = 10

interface Member {
	id: string
	name: string
	email: string
	role: 'admin' | 'user'
	getsMails: number
	quotes: MailQuotes
}

/** SQL for whether an email is due. This includes due times too far ahead, written by a clock that ran ahead. */
const isDue = (now: number) => sql`mail_at not between ${now + 1} and ${now + MAIL_PAUSE_MS + CLOCKS_MS}`

const dueMembers = (now: number, limit: number) =>
	db().all<Member>(sql`
		select u.id, u.name, u.email, u.role, ${getsMails(sql`u`, now)} as getsMails, ${quotesOf(sql`u.id`)} as quotes
		from (select distinct user_id from ${notifications}
			where mail_at is not null and ${isDue(now)} limit ${limit}) n
		join ${users} u on u.id = n.user_id`)

/** Selects a row if `sendDiscussionMails` has work; part of the query for all due work. */
const dueMail = (now = Date.now()) => dueMembers(now, 1)

interface Item {
	key: string
	kind: 'mention' | 'reply' | 'instructor'
	isDue: number
	/** Whether to include it in the email; null for a comment that is gone. */
	isMailed: number | null
	commentId: string
	text: string
	author: string
	courseId: string
	course: string
	moduleId: string | null
	module: string
	isPublished: number
}

const findItems = ({ id, role }: Member, now: number) =>
	db().all<Item>(sql`
		select n.group_key as key, n.kind, ${isDue(now)} as isDue,
			n.read_at is null and d.hidden_at is null and ${isVisible({ role })} and ${isOpenTo({ id, role })}
				and case n.kind when 'mention' then ${wantsMails(id, 'mentions')} else ${wantsMails(id, 'comments')} end as isMailed,
			d.id as commentId, d.content as text, a.name as author, ${courses.id} as courseId, ${courses.title} as course,
			${modules.id} as moduleId, ${modules.title} as module, ${courses.isPublished} as isPublished
		from ${notifications} n
		left join ${comments} d on d.id = n.subject_id and d.deleted_at is null
		left join ${users} a on a.id = d.user_id
		left join ${modules} on ${modules.id} = d.module_id left join ${courses} on ${courses.id} = ${modules.courseId}
		where n.user_id = ${id} and n.mail_at is not null order by n.subject_id`)

const REASONS: Record<Item['kind'], (author: string) => string> = {
	mention: (author) => `${author} mentioned you`,
	reply: (author) => `${author} replied to you`,
	instructor: (author) => `${author} commented`,
}

/** Returns the statements that queue one email about these comments of a module. */
function mailStatements(member: Member, items: readonly [Item, ...Item[]], when: SQL) {
	const [first] = items
	const scope = items.every(({ kind }) => kind === 'mention') ? 'mentions' : 'comments'
	const { token, row } = unsubscribeToken(member.id, scope, { when })
	const place = `“${isolate(first.module)}” of “${isolate(first.course)}”`
	const reason = REASONS[first.kind](isolate(first.author))
	const text =
		items.length === 1
			? `${reason} in the discussion of ${place}.`
			: `There are ${items.length} new comments for you in the discussion of ${place}.`
	const quotes = items.slice(0, MAX_QUOTED).flatMap((item) => quoted(item.text, member.quotes, item.author))
	const omitted = quotes.length > 0 ? items.length - MAX_QUOTED : 0
	const href = discussionHref(
		{ courseId: first.courseId, moduleId: first.moduleId ?? '', isPublished: first.isPublished === 1 },
		first.commentId,
	)
	const mail = composeNotice({
		to: member.email,
		name: member.name,
		subject: `${items.length === 1 ? reason : `${items.length} new comments`}: ${isolate(first.module)}`,
		blocks: [
			{ kind: 'text', text },
			...quotes,
			...(omitted > 0 ? [{ kind: 'text', text: `And ${omitted} more.` } as const] : []),
			{ kind: 'button', label: 'Read and answer', href: env().publicUrl + href },
		],
		unsubscribe: { token, what: scope === 'mentions' ? 'emails about mentions' : 'emails about new comments' },
	})
	return [row, enqueueMail(mail, { id: `discussion-${first.commentId}-${member.id}`, when })]
}

async function mailMember(member: Member, now: number): Promise<void> {
	const byModule = Map.groupBy(await findItems(member, now), ({ moduleId }) => moduleId)
	for (const [moduleId, items] of byModule) {
		if (moduleId !== null && !items.some(({ isDue }) => isDue)) continue
		const mailed = member.getsMails ? items.filter(({ isMailed }) => isMailed) : []
		const [first, ...rest] = mailed
		// Repeated in the write: another node may have mailed these items, or the member may have read the first.
		const isWaiting =
			first &&
			sql`exists (select 1 from ${notifications}
			where user_id = ${member.id} and group_key = ${first.key} and mail_at is not null and read_at is null)`
		const keys = JSON.stringify(items.map(({ key }) => key))
		await write(
			...(first && isWaiting ? mailStatements(member, [first, ...rest], isWaiting) : []),
			db().run(sql`
				update ${notifications} set mail_at = null
				where user_id = ${member.id} and group_key in (select value from json_each(${keys}))`),
		)
	}
}

/** Queues due emails about discussions. @returns the number of members processed. */
export async function sendDiscussionMails(now = Date.now()): Promise<number> {
	const due = await dueMembers(now, MEMBERS_PER_RUN)
	for (const member of due) await mailMember(member, now)
	return due.length
}

export const discussionMailsJob = job({
	name: 'discussion-mails',
	due: dueMail,
	every: 15_000,
	run: () => sendDiscussionMails(),
})
