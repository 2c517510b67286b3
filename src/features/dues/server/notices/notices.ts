import { setImmediate } from 'node:timers/promises'
import { and, asc, between, eq, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { duesNotices, duesPayments, invoices, memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { addDays, daysBetween } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { formatMoney } from '#src/lib/dues/money.ts'
import { GRACE_DAYS, goodThrough } from '#src/lib/dues/standing.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { site } from '#src/lib/site/site.ts'
import { job } from '#src/platform/jobs/job.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { issueInvoice, nextInvoice } from '../invoices.ts'
import { changeLedger, readLedger } from '../ledger.ts'
import { duesNotice } from '../mails.ts'
import { voidOpen } from '../member-acts.ts'
import { datesOf, isUnchanged, type Payer, payersStatement } from '../payer.ts'
import { asksForMoney, type NoticeKind, noticeOn } from './notice-kinds.ts'

/** Members per batch: small enough not to delay requests. */
const BATCH_SIZE = 20

interface Notice {
	kind: NoticeKind
	day: string
}

const noticeFor = (payer: Payer, today: string): Notice | undefined =>
	noticeOn(today, {
		dates: datesOf(payer.membership),
		startedOn: payer.membership.startedOn,
		months: payer.plan?.months ?? null,
	})

/** Selects members in a range of ids who may get a notice on this day, because their membership ends around it. */
const candidatesStatement = (from: string, to: string, today: string) =>
	payersStatement(
		and(
			between(memberships.userId, from, to),
			eq(users.status, 'active'),
			eq(users.role, 'user'),
			sql`${memberships.pausedOn} is null and ${memberships.cancelledAt} is null`,
			sql`max(coalesce(${memberships.paidThrough}, ''), coalesce(${memberships.trialUntil}, ''),
				coalesce(${memberships.complimentaryUntil}, ''), ${memberships.startedOn})
				between ${addDays(today, -30)} and ${addDays(today, 45)}`,
		),
	)

/** Returns the email's data: the amount due and the relevant days. */
function dataFor(
	payer: Payer,
	{ kind, day }: Notice,
	today: string,
	amount: { cents: number; currency: string } | undefined,
) {
	const { user, membership } = payer
	const dates = datesOf(membership)
	const accessUntil = goodThrough(dates)
	const isFirst = !membership.paidThrough && !membership.trialUntil && !membership.complimentaryUntil
	return {
		...{ kind, day, name: user.name },
		covered: isFirst
			? ('nothing' as const)
			: day === membership.paidThrough
				? ('paid' as const)
				: day === membership.trialUntil
					? ('trial' as const)
					: ('complimentary' as const),
		...(amount && { amount: formatMoney(amount.cents, amount.currency) }),
		...(accessUntil >= today && day < today && { payBy: accessUntil }),
		isOver: accessUntil < today,
		byCard: dates.renewsByCard,
		instructions: dates.renewsByCard ? '' : site().duesInstructions,
	}
}

/**
 * Stores one notice and queues its email, in one write. If the notice asks for a payment, no invoice is open, and the
 * grace period is not over, the write also issues the next invoice. Does nothing if the notice was already sent, or if
 * the membership has changed since it was read.
 */
async function sendNotice(payer: Payer, notice: Notice, today: string, now: number): Promise<void> {
	const { id, email } = payer.user
	const { entries } = await readLedger(id)
	const open = entries.find(({ state }) => state === 'open')
	const isLate = daysBetween(notice.day, today) > GRACE_DAYS
	const issued = open || isLate || !asksForMoney(notice.kind) ? undefined : issueInvoice(payer, today, now)
	const next = issued?.issued ?? nextInvoice(payer, today)
	const amount = open
		? { cents: open.row.totalCents - open.paidCents, currency: open.row.currency }
		: next && { cents: next.totalCents, currency: next.currency }
	const isSent = hasRow(
		duesNotices,
		and(eq(duesNotices.userId, id), eq(duesNotices.kind, notice.kind), eq(duesNotices.day, notice.day)),
	)
	const when = sql`${isUnchanged(payer)} and not ${isSent}`
	await write(
		enqueueMail({ to: email, mail: duesNotice, data: dataFor(payer, notice, today, amount) }, { when }),
		db().run(sql`
			insert into ${duesNotices} (user_id, kind, day, sent_at)
			select ${id}, ${notice.kind}, ${notice.day}, ${now} where ${when} on conflict do nothing`),
		...(issued?.statements ?? []),
	)
}

/**
 * Selects members in a range of ids with an open invoice that is no longer payable: the membership has ended or is
 * paused, or the grace period of the invoice is over. The plus keeps SQLite from reading all invoices.
 */
const staleStatement = (from: string, to: string, today: string) =>
	db().all<{ id: string }>(sql`
		select distinct m.user_id as id from ${memberships} m join ${invoices} i on i.user_id = m.user_id
		where m.user_id between ${from} and ${to} and +i.voids is null
			and not exists (select 1 from ${invoices} second where second.voids = i.id)
			and i.total_cents > (select coalesce(sum(p.amount_cents), 0) from ${duesPayments} p where p.invoice_id = i.id)
			and (m.paused_on <= ${today} or (m.cancelled_at is not null and m.good_through < ${today})
				or i.period_from < ${addDays(today, -GRACE_DAYS)})`)

async function sendBatch(from: string, to: string, today: string, now: number): Promise<void> {
	for (const { id } of await staleStatement(from, to, today)) {
		await changeLedger(id, (ledger) => voidOpen(ledger, 'the membership has ended', today, now))
		await setImmediate()
	}
	await setImmediate()
	const payers = await candidatesStatement(from, to, today)
	await setImmediate()
	const sent = await db()
		.select()
		.from(duesNotices)
		.where(between(duesNotices.userId, from, to))
	const sentKeys = new Set(sent.map(({ userId, kind, day }) => `${userId} ${kind} ${day}`))
	for (const payer of payers) {
		const notice = noticeFor(payer, today)
		if (!notice || sentKeys.has(`${payer.user.id} ${notice.kind} ${notice.day}`)) continue
		await setImmediate()
		await sendNotice(payer, notice, today, now)
	}
}

/** Sends the notices of a day, and voids invoices that are no longer payable. */
export async function sendDuesNotices(now = Date.now(), signal?: AbortSignal): Promise<void> {
	const today = clubDay(now)
	for (let after = ''; !signal?.aborted; ) {
		const rows = await db()
			.select({ id: memberships.userId })
			.from(memberships)
			.where(gt(memberships.userId, after))
			.orderBy(asc(memberships.userId))
			.limit(BATCH_SIZE)
		const [first, last] = [rows[0], rows.at(-1)]
		if (!first || !last) return
		await sendBatch(first.id, last.id, today, now)
		after = last.id
		await setImmediate()
	}
}

/** Day of the last full run in this process. Running again sends no notice twice. */
let doneOn = ''

/** Sends notices once a day, and when a membership has started or changed. */
export const duesJob = job({
	name: 'dues',
	feature: 'dues',
	due: (now) =>
		hasFeature('dues') && doneOn !== clubDay(now)
			? db().select({ id: memberships.userId }).from(memberships).limit(1)
			: undefined,
	async run(signal) {
		if (!hasFeature('dues')) return
		const today = clubDay()
		await sendDuesNotices(Date.now(), signal)
		if (!signal.aborted) doneOn = today
	},
})
