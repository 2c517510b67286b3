import { setImmediate, setTimeout } from 'node:timers/promises'
import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { mailings } from '#db/schema/mailings.ts'
import { users } from '#db/schema/users.ts'
import { newId } from '#src/lib/ids.ts'
import { lastActorOf, recordAudit } from '#src/platform/audit.ts'
import { env } from '#src/platform/env/env.ts'
import { releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { enqueueWorkForEach, nextDue, runOutbox } from '#src/platform/jobs/outbox.ts'
import { deliverToMany, isServerAway } from '#src/platform/mail/deliver.ts'
import { mailWaits, type WrittenMail } from '#src/platform/mail/mail.ts'
import { AUTHOR_GONE, SENDER_GONE } from '../mailing-text.ts'
import { endOf, recipientsQuery, wantsNews } from './audience.ts'
import { actions } from './audit-actions.ts'
import { composeFor } from './mail.ts'
import { isThere, subjectOf } from './service.ts'

/** The kind of the outbox rows of mails to many: a lane of its own, which nobody waits behind. */
export const MAILING_KIND = 'mailing'

/** Tries that may fail in a row before a mail stops: then something is wrong with it, or with the mail server. */
export const MAX_REJECTIONS = 20
/** With the pauses of the outbox: about six hours for a mailbox that is busy. */
const MAX_ATTEMPTS = 12
/** While so many rows of a mail wait, no more are written: a mail that is cancelled leaves little behind. */
const MOST_WAITING = 200
/** How long nothing is tried after a try that the mail server did not answer, in milliseconds. */
const AWAY_MS = 60_000

/** The shortest wait where nothing is due, in milliseconds. */
const SOON_MS = 1_000

/** The name of the one place in the queue of all nodes. */
const SLOT = 'mailing-slot'

interface Payload {
	mailing: string
	user: string
}

/** The condition on an outbox row that it is of this mail. */
export const ofMailing = (id: string): SQL => sql`payload ->> '$.mailing' = ${id}`

/** A row where `runMailings` has something to do: for those who look at many things at once. Its query plan is tested. */
export const dueMailing = (now = Date.now()) =>
	db()
		.select({ id: mailings.id })
		.from(mailings)
		.where(or(eq(mailings.state, 'sending'), and(eq(mailings.state, 'scheduled'), lte(mailings.sendAt, new Date(now)))))
		.limit(1)

/** What sets a mail going, now or later. */
const SENDINGS = [actions['mailing.scheduled'], actions['mailing.sent'], actions['mailing.resumed']]

/** Whether who set a mail going may no longer send one. */
const isOrphaned = sql`exists (select 1 where ${lastActorOf(SENDINGS, sql`mailings.id`)} not in
	(select id from users where role = 'admin' and status = 'active'))`

const isDue = (now: number) => and(eq(mailings.state, 'scheduled'), lte(mailings.sendAt, new Date(now)))

/** Stops what is in the name of somebody who is no admin by now: it waits for one who is. */
async function stopOrphaned(now: number): Promise<void> {
	const isUnderWay = or(isDue(now), eq(mailings.state, 'sending'))
	const orphaned = await db()
		.select({ id: mailings.id, state: mailings.state })
		.from(mailings)
		.where(and(isUnderWay, isOrphaned))
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

/** Begins those whose time has come. */
async function beginScheduled(now: number): Promise<void> {
	await db()
		.update(mailings)
		.set({ state: 'sending', startedAt: new Date(now) })
		.where(and(isDue(now), sql`not ${isOrphaned}`))
}

type Sending = Pick<typeof mailings.$inferSelect, 'id' | 'audience' | 'courseId' | 'after' | 'isListed'>

/** The rows of a mail that wait: of the one with this id, or of that of the statement around it. */
const waiting = (id: SQL | string) =>
	sql`select 1 from outbox where state = 'waiting' and kind = ${MAILING_KIND} and payload ->> '$.mailing' = ${id}`

/**
 * Writes the next slice of outbox rows of a mail. Rows and place are one write, under the condition of the old place:
 * two nodes write nobody twice, and a process that dies leaves nobody out. An id is never written again, so that nobody
 * gets a mail twice, whatever is done again.
 */
async function listNext(mailing: Sending): Promise<void> {
	const { id, after } = mailing
	const isHere = sql`exists (select 1 from mailings where id = ${id} and state = 'sending' and is_listed = 0 and "after" = ${after})`
	const recipients = sql`select r.user_id from (${recipientsQuery(mailing, after)}) r where ${isHere}`
	await write(
		enqueueWorkForEach(
			MAILING_KIND,
			sql`select ${`mailing-${id}-`} || user_id as id, json_object('mailing', ${id}, 'user', user_id) as payload from (${recipients})`,
		),
		db().run(sql`
			update mailings set listed = listed + (select count(*) from (${recipients})),
				is_listed = ends.after is null, "after" = coalesce(ends.after, mailings."after"),
				expected = case when ends.after is null then listed + (select count(*) from (${recipients})) else expected end
			from (${endOf(mailing, after)}) as ends
			where id = ${id} and ${isHere}`),
	)
}

/** Mails that are being sent, with how many of their rows wait, as far as that matters. */
const sendingMails = () =>
	db().all<Sending & { waiting: number }>(sql`
		select id, audience, course_id as courseId, "after", is_listed as isListed,
			(select count(*) from (${waiting(sql`mailings.id`)} limit ${MOST_WAITING})) as waiting
		from mailings where state = 'sending'`)

/** The statement that ends a mail of which everybody has a row, and no row waits. */
const finish = (id: string) =>
	db().run(sql`
		update mailings set state = 'sent', ended_at = ${Date.now()}
		where id = ${id} and state = 'sending' and is_listed = 1 and not exists (${waiting(id)})`)

/** Brings what there is to send into the outbox, and ends what is through. */
async function prepare(now: number): Promise<void> {
	await stopOrphaned(now)
	await beginScheduled(now)
	for (const mailing of await sendingMails()) {
		if (!mailing.isListed && mailing.waiting < MOST_WAITING) await listNext(mailing)
		else if (mailing.isListed && mailing.waiting === 0) await finish(mailing.id)
	}
}

/** How one member's mail went. */
type Outcome = 'sent' | 'leftOut'

/** Sends it to one member, if they still are one and want it. */
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
		.where(and(eq(mailings.id, payload.mailing), eq(users.status, 'active'), wantsNews(sql`${users.id}`)))
	if (!found) return 'leftOut'
	const { mail, row } = composeFor(found, found)
	await write(row)
	// As in `runOutbox`.
	await setImmediate()
	await deliver(mail, rowId)
	return 'sent'
}

/** Counts a try that failed, and stops the mail where it was one too many in a row. */
function recordRejection(id: string, reason: string, isDead: boolean) {
	const isLast = sql`exists (select 1 from mailings
		where id = ${id} and state = 'sending' and refusals + 1 >= ${MAX_REJECTIONS})`
	return [
		recordAudit(
			{ actor: undefined, action: actions['mailing.stopped'], subject: subjectOf(id), detail: { reason } },
			isLast,
		),
		db().run(sql`
			update mailings set refusals = refusals + 1, last_error = ${reason}, failed = failed + ${isDead ? 1 : 0},
				state = case when ${isLast} then 'stopped' else state end
			where id = ${id}`),
	]
}

const noteOutcome = (id: string, outcome: Outcome) =>
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

/** Sends one mail that is due. @returns whether there was one, and whether the mail server was there. */
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
			when: sql`exists (select 1 from mailings m where m.id = payload ->> '$.mailing' and m.state = 'sending')`,
			withDone: () => [noteOutcome(at.mailing, outcome)],
			withFailure({ error, reason, isDead }) {
				isAway = isServerAway(error)
				return recordRejection(at.mailing, reason, isDead)
			},
		},
	)
	return { worked: worked > 0, isAway }
}

/** A place of time is this long at least, in milliseconds: to take one costs as much as a mail. */
const PLACE_MS = 1_000

/**
 * Sends what is due, `most` of it, with `pauseMs` between two.
 * @returns as `sendNext`, and whether nothing was left before the place was used up.
 */
async function sendSome(most: number, pauseMs: number, deliver: Deliver, signal: AbortSignal | undefined) {
	const began = performance.now()
	let worked = false
	for (let count = 1; ; count++) {
		const last = await sendNext(deliver)
		worked ||= last.worked
		const end = { worked, isAway: last.isAway, isDry: !last.worked }
		const isOver = count === most || performance.now() > began + most * pauseMs
		if (isOver || !last.worked || last.isAway) return end
		// A stop ends the pause.
		await setTimeout(Math.max(began + count * pauseMs - performance.now(), 0), undefined, { signal }).catch(() => 0)
		if (signal?.aborted) return end
	}
}

/**
 * Does what is due of mails to many: begins, lists, sends, ends. One mail leaves in each place of time, or as many as
 * leave in a second, whichever node it is that takes it.
 * @param signal a stop is heeded between two mails.
 * @returns milliseconds until it is to be called again; undefined where nothing is on its way.
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
	const most = Math.max(Math.floor(PLACE_MS / pauseMs), 1)
	const holder = newId()
	if (!(await takeLease(SLOT, holder, most * pauseMs, now))) return most * pauseMs
	const { worked, isAway, isDry } = await sendSome(most, pauseMs, deliver, signal)
	// The rest of the place is for what is listed next.
	if (worked && isDry) await releaseLease(SLOT, holder)
	if (isAway) await takeLease(SLOT, holder, AWAY_MS, now)
	if (worked) return isAway ? AWAY_MS : pauseMs
	// Nothing is due: it is through, which the next look says, or all that is left waits for another try.
	await prepare(now)
	if ((await dueMailing(now)).length === 0) return undefined
	const [next] = await nextDue({ only: [MAILING_KIND] })
	return Math.min(Math.max((next?.at.getTime() ?? now) - now, pauseMs, SOON_MS), AWAY_MS)
}
