import { setImmediate, setTimeout } from 'node:timers/promises'
import { and, eq, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { mailings } from '#db/schema/mailings.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { isInvited } from '#src/features/auth/server/link-state.ts'
import { getsMails, wantsMails } from '#src/features/notifications/server/compose.ts'
import { newId } from '#src/lib/ids.ts'
import { lastActorOf, recordAudit } from '#src/platform/audit.ts'
import { env } from '#src/platform/env/env.ts'
import { job } from '#src/platform/jobs/job.ts'
import { releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { enqueueWorkForEach, nextDue, runOutbox, workOf } from '#src/platform/jobs/outbox.ts'
import { deliverToMany, isServerDown } from '#src/platform/mail/deliver.ts'
import { mailWaits, type WrittenMail } from '#src/platform/mail/mail.ts'
import { AUTHOR_GONE, SENDER_GONE } from '../mailing-text.ts'
import { endOf, recipientsQuery } from './audience.ts'
import { actions } from './audit-actions.ts'
import { composeFor } from './mail.ts'
import { isThere, subjectOf } from './service.ts'

/** Outbox kind of mailings: a separate queue, so a bulk mailing does not delay other email. */
export const MAILING_KIND = 'mailing'

/** Consecutive failures after which a mailing stops: the mailing or the mail server has a problem. */
export const MAX_REJECTIONS = 20
/** Attempts per email. With the outbox's backoff, they last about six hours for a busy mailbox. */
const MAX_ATTEMPTS = 12
/** Limit of waiting rows per mailing, so a canceled mailing leaves few rows behind. */
const MAX_WAITING = 200
/** Pause after the mail server did not respond, in milliseconds. */
const AWAY_MS = 60_000

/** Shortest wait when nothing is due, in milliseconds. */
const SOON_MS = 1_000

/** Name of the lease that all nodes share for sending. */
const SLOT = 'mailing-slot'

interface Payload {
	mailing: string
	user: string
}

export const ofMailing = (id: string): SQL => sql`payload ->> '$.mailing' = ${id}`

/** Selects a row if `runMailings` has work; part of the query for all due work. The query plan is tested. */
export const dueMailing = (now = Date.now()) =>
	db()
		.select({ id: mailings.id })
		.from(mailings)
		.where(or(eq(mailings.state, 'sending'), and(eq(mailings.state, 'scheduled'), lte(mailings.sendAt, new Date(now)))))
		.limit(1)

const START_ACTIONS = [actions['mailing.scheduled'], actions['mailing.sent'], actions['mailing.resumed']]

/** SQL condition: the admin who started a mailing may no longer send one. */
const isOrphaned = sql`exists (select 1 where ${lastActorOf(START_ACTIONS, sql`${mailings}.id`)} not in
	(select id from ${users} where role = 'admin' and status = 'active'))`

const isDue = (now: number) => and(eq(mailings.state, 'scheduled'), lte(mailings.sendAt, new Date(now)))

/** Stops mailings whose sender is no longer an admin; another admin has to resume them. */
async function stopOrphaned(now: number): Promise<void> {
	const isActive = or(isDue(now), eq(mailings.state, 'sending'))
	const orphaned = await db()
		.select({ id: mailings.id, state: mailings.state })
		.from(mailings)
		.where(and(isActive, isOrphaned))
	for (const { id, state } of orphaned) {
		const still = and(eq(mailings.id, id), eq(mailings.state, state), isOrphaned)
		const reason = state === 'sending' ? SENDER_GONE : AUTHOR_GONE
		await write(
			recordAudit(
				{
					actor: undefined,
					action: actions['mailing.stopped'],
					subject: subjectOf(id),
					detail: { reason },
				},
				isThere(still),
			),
			db()
				.update(mailings)
				.set({ state: 'stopped', startedAt: sql`coalesce(${mailings.startedAt}, ${now})`, lastError: reason })
				.where(still),
		)
	}
}

async function beginScheduled(now: number): Promise<void> {
	await db()
		.update(mailings)
		.set({ state: 'sending', startedAt: new Date(now) })
		.where(and(isDue(now), sql`not ${isOrphaned}`))
}

type Sending = Pick<typeof mailings.$inferSelect, 'id' | 'audience' | 'courseId' | 'after' | 'isListed'>

/** SQL for the waiting rows of a mailing; the id is a value or a column of the outer statement. */
const waiting = (id: SQL | string) => sql`${workOf(MAILING_KIND, 'waiting')} and payload ->> '$.mailing' = ${id}`

/**
 * Writes the next batch of outbox rows of a mailing. One write adds the rows and moves `after`, if `after` is
 * unchanged: concurrent nodes add no member twice, and a crash skips no member. Row ids are unique per member, so a
 * repeated batch sends no email twice.
 */
async function enqueueNextBatch(mailing: Sending): Promise<void> {
	const { id, after } = mailing
	const isNext = sql`exists (select 1 from ${mailings} where id = ${id} and state = 'sending' and is_listed = 0 and "after" = ${after})`
	const recipients = sql`select r.user_id from (${recipientsQuery(mailing, after)}) r where ${isNext}`
	await write(
		enqueueWorkForEach(
			MAILING_KIND,
			sql`select ${`mailing-${id}-`} || user_id as id, json_object('mailing', ${id}, 'user', user_id) as payload from (${recipients})`,
		),
		db().run(sql`
			update ${mailings} set listed = listed + (select count(*) from (${recipients})),
				is_listed = ends.after is null, "after" = coalesce(ends.after, ${mailings}."after"),
				expected = case when ends.after is null then listed + (select count(*) from (${recipients})) else expected end
			from (${endOf(mailing, after)}) as ends
			where id = ${id} and ${isNext}`),
	)
}

const sendingMails = () =>
	db().all<Sending & { waiting: number }>(sql`
		select id, audience, course_id as courseId, "after", is_listed as isListed,
			(select count(*) from (${waiting(sql`${mailings}.id`)} limit ${MAX_WAITING})) as waiting
		from ${mailings} where state = 'sending'`)

/** Ends a mailing when all recipients have a row and no row is waiting. */
const finish = (id: string) =>
	db().run(sql`
		update ${mailings} set state = 'sent', ended_at = ${Date.now()}
		where id = ${id} and state = 'sending' and is_listed = 1 and not exists (${waiting(id)})`)

/** Stops, starts and ends mailings, and fills the outbox. */
async function prepare(now: number): Promise<void> {
	await stopOrphaned(now)
	await beginScheduled(now)
	for (const mailing of await sendingMails()) {
		if (!mailing.isListed && mailing.waiting < MAX_WAITING) await enqueueNextBatch(mailing)
		else if (mailing.isListed && mailing.waiting === 0) await finish(mailing.id)
	}
}

type Outcome = 'sent' | 'leftOut'

/** SQL condition: the recipient is a member or, for a mailing to invited people, has not joined yet. */
const isStillRecipient = () =>
	or(
		and(getsMails(sql`${users}`), ne(mailings.audience, 'invited')),
		and(eq(mailings.audience, 'invited'), isInvited()),
	)

async function sendOne(payload: Payload, rowId: string, deliver: Deliver): Promise<Outcome> {
	const [found] = await db()
		.select({
			id: users.id,
			name: users.name,
			email: users.email,
			subject: mailings.subject,
			content: mailings.content,
		})
		.from(mailings)
		.innerJoin(users, eq(users.id, payload.user))
		.where(and(eq(mailings.id, payload.mailing), isStillRecipient(), wantsMails(sql`${users.id}`, 'news')))
	if (!found) return 'leftOut'
	const { mail, row } = composeFor(found, found)
	await write(row)
	// Yields to the event loop, as `runOutbox` does.
	await setImmediate()
	await deliver(mail, rowId)
	return 'sent'
}

function recordRejection(id: string, reason: string, isDead: boolean) {
	const isLast = sql`exists (select 1 from ${mailings}
		where id = ${id} and state = 'sending' and refusals + 1 >= ${MAX_REJECTIONS})`
	return [
		recordAudit(
			{ actor: undefined, action: actions['mailing.stopped'], subject: subjectOf(id), detail: { reason } },
			isLast,
		),
		db().run(sql`
			update ${mailings} set refusals = refusals + 1, last_error = ${reason}, failed = failed + ${isDead ? 1 : 0},
				state = case when ${isLast} then 'stopped' else state end
			where id = ${id}`),
	]
}

const recordOutcome = (id: string, outcome: Outcome) =>
	outcome === 'sent'
		? db()
				.update(mailings)
				.set({ sent: sql`${mailings.sent} + 1`, refusals: 0 })
				.where(eq(mailings.id, id))
		: db()
				.update(mailings)
				.set({ leftOut: sql`${mailings.leftOut} + 1` })
				.where(eq(mailings.id, id))

type Deliver = (mail: WrittenMail, id: string) => Promise<void>

/** Sends one due email. @returns whether one was due, and whether the mail server was unreachable. */
async function sendNext(deliver: Deliver): Promise<{ worked: boolean; isAway: boolean }> {
	let at: Payload = { mailing: '', user: '' }
	let outcome: Outcome = 'sent'
	let isAway = false
	const worked = await runOutbox(
		{
			async [MAILING_KIND](payload, id) {
				at = JSON.parse(payload) as Payload
				outcome = await sendOne(at, id, deliver)
			},
		},
		{
			only: [MAILING_KIND],
			maxAttempts: MAX_ATTEMPTS,
			limit: 1,
			when: sql`exists (select 1 from ${mailings} m where m.id = payload ->> '$.mailing' and m.state = 'sending')`,
			withDone: () => [recordOutcome(at.mailing, outcome)],
			withFailure({ error, reason, isDead }) {
				isAway = isServerDown(error)
				return recordRejection(at.mailing, reason, isDead)
			},
		},
	)
	return { worked: worked > 0, isAway }
}

/** Minimum length of a time slot, in milliseconds: taking a slot costs as much as sending an email. */
const SLOT_MS = 1_000

/**
 * Sends up to `maxCount` due emails, `pauseMs` apart.
 * @returns the result of `sendNext`, and whether the queue was empty before the slot ended.
 */
async function sendSome(maxCount: number, pauseMs: number, deliver: Deliver, signal: AbortSignal | undefined) {
	const began = performance.now()
	let worked = false
	for (let count = 1; ; count++) {
		const last = await sendNext(deliver)
		worked ||= last.worked
		const end = { worked, isAway: last.isAway, isDry: !last.worked }
		const isOver = count === maxCount || performance.now() > began + maxCount * pauseMs
		if (isOver || !last.worked || last.isAway) return end
		// An abort ends the pause.
		await setTimeout(Math.max(began + count * pauseMs - performance.now(), 0), undefined, { signal }).catch(() => 0)
		if (signal?.aborted) return end
	}
}

/**
 * Runs all mailings: starts them, fills the outbox, sends emails, ends them. Each time slot sends one email, or as many
 * as the rate allows in a second; only one node at a time has the slot.
 * @param signal aborts between two emails.
 * @returns milliseconds until the next call; undefined if no mailing is active.
 */
export async function runMailings(
	now = Date.now(),
	deliver: Deliver = deliverToMany,
	signal?: AbortSignal,
): Promise<number | undefined> {
	if (mailWaits()) return undefined
	await prepare(now)
	const [due] = await dueMailing(now)
	if (!due) return undefined
	const pauseMs = 60_000 / env().mailingsPerMinute
	const maxCount = Math.max(Math.floor(SLOT_MS / pauseMs), 1)
	const holder = newId()
	if (!(await takeLease(SLOT, holder, maxCount * pauseMs, now))) return maxCount * pauseMs
	const { worked, isAway, isDry } = await sendSome(maxCount, pauseMs, deliver, signal)
	// Frees the rest of the slot for the rows that are added next.
	if (worked && isDry) await releaseLease(SLOT, holder)
	if (isAway) await takeLease(SLOT, holder, AWAY_MS, now)
	if (worked) return isAway ? AWAY_MS : pauseMs
	// Nothing was due: the mailing is finished, which `prepare` detects, or all rows wait for a retry.
	await prepare(now)
	if ((await dueMailing(now)).length === 0) return undefined
	const [next] = await nextDue({ only: [MAILING_KIND] })
	return Math.min(Math.max((next?.at.getTime() ?? now) - now, pauseMs, SOON_MS), AWAY_MS)
}

/** Sends mailings. A separate queue: a bulk mailing must not delay sign-in links. */
export const mailingsJob = job({
	name: 'mailings',
	feature: 'newsletter',
	due: dueMailing,
	every: 15_000,
	async run(signal, again) {
		const wait = await runMailings(Date.now(), undefined, signal)
		if (wait !== undefined) again(wait)
	},
})
