import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { database, db } from '#db/client.ts'
import { duesNotices, invoices, memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { listLedger } from '#src/features/dues/server/ledger.ts'
import { duesJob, sendDuesNotices } from '#src/features/dues/server/notices/notices.ts'
import { addDays, dayInZone } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { setSite } from '#src/lib/site/site.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { planReader } from '#tests/support/api/plans.ts'
import { addPlan, type MembershipRow, memberIn, setMembership, setUpDues } from '#tests/support/dues.ts'
import { deleteMails, waitingMails } from '#tests/support/mail.ts'

setUpDues()

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const ZONE = 'America/New_York'

/** Returns the kinds of the queued notices by email address. */
async function queuedKinds() {
	const kindsByEmail: Record<string, string[]> = {}
	for (const { to, template, data } of await waitingMails()) {
		if (template !== 'dues-notice') continue
		const kind = String(data.kind)
		kindsByEmail[to] = [...(kindsByEmail[to] ?? []), kind]
	}
	return kindsByEmail
}

/** Inserts a member with this membership. @returns the email address */
async function member(row: Partial<MembershipRow>, account = {}): Promise<string> {
	const { id, email } = await insertAccount(account)
	await setMembership(id, row)
	return email
}

const noonOf = (day: string) => Date.parse(`${day}T17:00:00Z`)

test('each notice is sent once on its day, over 400 days with a leap day and both clock changes', async () => {
	setSite({ collectsDues: 'on', timeZone: ZONE })
	const [year, month] = [await addPlan(), await addPlan({ months: 1 })]
	const people = {
		paid: await member({ planId: year.id, paidThrough: '2028-03-14', startedOn: '2027-03-15' }),
		monthly: await member({ planId: month.id, paidThrough: '2028-02-29', startedOn: '2028-01-31' }),
		first: await member({ planId: year.id, startedOn: '2028-03-12' }),
		trial: await member({ planId: year.id, trialUntil: '2028-02-29', startedOn: '2028-02-16' }),
		free: await member({ planId: year.id, complimentaryUntil: '2028-11-05', startedOn: '2027-01-01' }),
		card: await member({
			planId: year.id,
			paidThrough: '2028-12-31',
			subscriptionId: 'sub_1',
			startedOn: '2027-01-01',
		}),
		cardTrial: await member({
			planId: year.id,
			trialUntil: '2028-04-30',
			subscriptionId: 'sub_2',
			startedOn: '2028-03-01',
		}),
		ended: await member({ planId: year.id, paidThrough: '2028-03-14', cancelledAt: new Date() }),
		paused: await member({ planId: year.id, paidThrough: '2028-03-14', pausedOn: '2027-12-01' }),
		always: await member({ planId: year.id, complimentaryUntil: '9999-12-31' }),
		gone: await member({ planId: year.id, paidThrough: '2028-03-14' }, { status: 'inactive' }),
		admin: await member({ planId: year.id, paidThrough: '2028-03-14' }, { role: 'admin' }),
	}
	const names = new Map(Object.entries(people).map(([name, email]) => [email, name]))
	const log: Record<string, string[]> = {}
	let days = 0
	// A round every seven hours covers all times of day, including the hour that occurs twice.
	for (let now = Date.UTC(2027, 11, 1); now < Date.UTC(2027, 11, 1) + 400 * DAY; now += 7 * HOUR, days++) {
		await sendDuesNotices(now)
		for (const [email, kinds] of Object.entries(await queuedKinds()))
			for (const kind of kinds) {
				const name = names.get(email) ?? email
				log[name] = [...(log[name] ?? []), `${kind} ${dayInZone(now, ZONE)}`]
			}
		await deleteMails()
	}
	expect(days).toBeGreaterThan(1370)
	expect(log).toEqual({
		paid: [
			'before30 2028-02-13',
			'before7 2028-03-07',
			'onDay 2028-03-14',
			'after3 2028-03-17',
			'after7 2028-03-21',
			'after14 2028-03-28',
		],
		monthly: ['before7 2028-02-22', 'onDay 2028-02-29', 'after3 2028-03-03', 'after7 2028-03-07', 'after14 2028-03-14'],
		// The rounds start before this membership does.
		first: [
			'before30 2028-02-10',
			'before7 2028-03-04',
			'onDay 2028-03-11',
			'after3 2028-03-14',
			'after7 2028-03-18',
			'after14 2028-03-25',
		],
		trial: [
			'before30 2028-01-30',
			'before7 2028-02-22',
			'onDay 2028-02-29',
			'after3 2028-03-03',
			'after7 2028-03-07',
			'after14 2028-03-14',
		],
		free: [
			'before30 2028-10-06',
			'before7 2028-10-29',
			'onDay 2028-11-05',
			'after3 2028-11-08',
			'after7 2028-11-12',
			'after14 2028-11-19',
		],
		card: ['renewal 2028-11-16', 'after3 2029-01-03'],
		cardTrial: ['trialEnd 2028-04-09', 'after3 2028-05-03', 'after7 2028-05-07', 'after14 2028-05-14'],
	})
	const rows = await db().select().from(duesNotices)
	expect(rows).toHaveLength(Object.values(log).flat().length)
})

test('after an outage only the most recent notice is sent', async () => {
	const plan = await addPlan()
	const email = await member({ planId: plan.id, paidThrough: '2028-03-14' })
	for (const [day, kinds] of [
		['2028-01-01', []],
		['2028-03-09', ['before7']],
		['2028-03-26', ['after7']],
		['2028-04-05', ['after14']],
		['2028-06-01', []],
	] as const) {
		await sendDuesNotices(noonOf(day))
		expect((await queuedKinds())[email] ?? [], day).toEqual(kinds)
		await deleteMails()
	}
})

test('the first notice issues one invoice, and later notices issue none', async () => {
	const plan = await addPlan()
	const { id, email } = await insertAccount()
	await setMembership(id, { planId: plan.id, paidThrough: '2028-03-14', anchorDay: 15, creditCents: 90_00 })
	for (const day of ['2028-02-13', '2028-03-07', '2028-03-14', '2028-03-17']) await sendDuesNotices(noonOf(day))
	expect((await queuedKinds())[email]).toEqual(['before30', 'before7', 'onDay', 'after3'])
	expect((await listLedger(id)).invoices).toMatchObject([
		{ state: 'open', totalCents: 400_00, issuedOn: '2028-02-13', dueOn: '2028-03-14', periodFrom: '2028-03-15' },
	])
	const amounts = (await waitingMails()).map(({ data }) => data.amount)
	expect(new Set(amounts)).toEqual(new Set(['$400.00']))
	// The grace period is over, so the invoice for that period is void.
	await sendDuesNotices(noonOf('2028-03-30'))
	expect((await listLedger(id)).invoices.map(({ state }) => state)).toEqual(['voids', 'void'])
	const [row] = await db().select().from(memberships)
	expect(row?.creditCents).toBe(90_00)
	await sendDuesNotices(noonOf('2028-03-31'))
	expect(await db().select().from(invoices)).toHaveLength(2)
})

test('a paused or ended membership has no open invoice after the next round', async () => {
	const plan = await addPlan()
	const today = clubDay()
	const ids: string[] = []
	for (const change of [{ pausedOn: today }, { cancelledAt: new Date(), paidThrough: addDays(today, -1) }]) {
		const { id } = await memberIn('due', { planId: plan.id })
		await sendDuesNotices()
		await setMembership(id, change)
		ids.push(id)
	}
	await sendDuesNotices()
	for (const id of ids) expect((await listLedger(id)).invoices.map(({ state }) => state)).toEqual(['voids', 'void'])
})

test('notice, invoice and email are one write: a failed write leaves none, and the next round writes all', async () => {
	const plan = await addPlan()
	const { email } = await memberIn('due', { planId: plan.id })
	await db().run(sql`create trigger no_mail before insert on outbox begin select raise(abort, 'The disk is away'); end`)
	await expect(sendDuesNotices()).rejects.toThrow()
	expect([await db().$count(duesNotices), await db().$count(invoices)]).toEqual([0, 0])
	await db().run(sql`drop trigger no_mail`)
	await Promise.all([sendDuesNotices(), sendDuesNotices()])
	expect(await queuedKinds()).toEqual({ [email]: ['before30'] })
	expect([await db().$count(duesNotices), await db().$count(invoices)]).toEqual([1, 1])
})

test('a round of 10,000 members yields between batches, and a second round sends nothing', async () => {
	const plan = await addPlan()
	const account = await insertAccount()
	const people = Array.from({ length: 10_000 }, (_, at) => `crowd-${String(at).padStart(5, '0')}`)
	await db().run(sql`insert into users (id, name, username, email, email_key, password_hash, role, status, created_at, updated_at)
		select value, value, value, value || '@example.com', value || '@example.com', '', 'user', 'active', 0, 0
		from json_each(${JSON.stringify(people)})`)
	await db().run(sql`insert into memberships (user_id, plan_id, started_on, anchor_day, paid_through)
		select id, ${plan.id}, '2026-01-01', 1, case when rowid % 1000 = 0 then ${addDays(clubDay(), 20)} else '2031-01-01' end
		from users where id like 'crowd-%'`)
	expect(await db().$count(users)).toBeGreaterThan(10_000)
	expect(account.id).not.toBe('')
	let yields = 0
	const timer = setInterval(() => yields++, 0)
	await sendDuesNotices()
	clearInterval(timer)
	expect(yields).toBeGreaterThan(20)
	expect(await db().$count(duesNotices)).toBe(10)
	await deleteMails()
	await sendDuesNotices()
	expect(await queuedKinds()).toEqual({})
})

test('the job runs once a day in the club’s time zone, and not while dues are off', async () => {
	await memberIn('current')
	vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2028, 2, 14, 12) })
	const run = () => duesJob.run(new AbortController().signal, () => {})
	expect(duesJob.due?.(Date.now())).toBeDefined()
	await run()
	expect(duesJob.due?.(Date.now())).toBeUndefined()
	expect(duesJob.due?.(Date.now() + DAY)).toBeDefined()
	setSite({})
	expect(duesJob.due?.(Date.now() + DAY)).toBeUndefined()
})

test('a round reads only the invoices of its members', async () => {
	await memberIn('due', { planId: (await addPlan()).id })
	const plans = await planReader(database().client)(() => sendDuesNotices())
	expect(plans.filter((plan) => /^(SCAN|SEARCH) i /.test(plan)).map((plan) => plan.split('  <-')[0])).toEqual([
		'SEARCH i USING INDEX invoices_of_member (user_id>? AND user_id<?)',
	])
})
