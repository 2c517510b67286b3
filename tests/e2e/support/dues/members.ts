import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { OfferedPlan } from '#src/features/dues/contract.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { send } from '../send.ts'
import { addPlan, type DuesClub, daysAgo, turnOn } from './club.ts'

// Members of a club in every standing, for pictures of their screens.

const TODAY = daysAgo(0)
const ALWAYS = '9999-12-31'

/** Membership columns of each member. The days are set in the database, as if time had passed. */
const MEMBERS = {
	waiting: {},
	trial: { trial_until: addDays(TODAY, 9) },
	active: { paid_through: addDays(TODAY, 200) },
	due: { paid_through: addDays(TODAY, 12) },
	late: { paid_through: addDays(TODAY, -3) },
	lapsing: { paid_through: addDays(TODAY, -10) },
	lapsed: { paid_through: addDays(TODAY, -40) },
	ended: { paid_through: addDays(TODAY, -3), cancelled_at: 'now' },
	cancelled: { paid_through: addDays(TODAY, 60), cancelled_at: 'now' },
	complimentary: { complimentary_until: addDays(TODAY, 300) },
	always: { complimentary_until: ALWAYS },
	paused: { paid_through: addDays(TODAY, 200), paused_on: addDays(TODAY, -2) },
	credit: { paid_through: addDays(TODAY, 100), credit_cents: '10000' },
	card: { paid_through: addDays(TODAY, 18), subscription_id: 'test-a', customer_id: 'test-customer-a' },
	failed: { paid_through: addDays(TODAY, -4), subscription_id: 'test-b', customer_id: 'test-customer-b' },
	charged: { paid_through: addDays(TODAY, 18), subscription_id: 'test-c', customer_id: 'test-customer-c' },
	none: undefined,
} as const
export type DuesMember = keyof typeof MEMBERS

const PASSWORD = 'oak table by the window'
const emailOf = (member: DuesMember) => `${member}.dues@example.com`

const NAMES: Partial<Record<DuesMember, string>> = {
	active: 'Alexandra Konstantinopoulou-Featherstonehaugh',
	lapsed: 'Lara Lapsed',
}

async function addMember(owner: Page, member: DuesMember): Promise<string> {
	const name = NAMES[member] ?? `${member[0]?.toUpperCase()}${member.slice(1)} Whitfield`
	const account = { name, email: emailOf(member), role: 'regular', password: PASSWORD }
	return (await send<{ id: string }>(owner, 'POST', '/api/admin/users', account)).id
}

const pay = (owner: Page, id: string, payment: object = {}) =>
	send(owner, 'POST', `/api/admin/members/${id}/payments`, {
		...{ amountCents: 490_00, kind: 'check', paidOn: TODAY, reference: 'Check 1042' },
		...payment,
	})

/** Creates payments and invoices of every kind for one member: paid, partly paid, reversed, void. */
async function fillLedger(owner: Page, id: string): Promise<void> {
	await pay(owner, id, { paidOn: daysAgo(20), reference: 'Check 1001, First National Bank of the West' })
	const { payments } = await send<{ payments: { id: string }[] }>(owner, 'GET', `/api/admin/members/${id}/membership`)
	await send(owner, 'POST', `/api/admin/payments/${payments[0]?.id}/reverse`, { reason: 'The bank returned it' })
	await pay(owner, id, { kind: 'transfer', reference: '' })
	await pay(owner, id, { amountCents: 100_00, kind: 'cash', reference: '' })
}

export interface FilledClub {
	ids: Record<DuesMember, string>
	plans: { yearly: OfferedPlan; monthly: OfferedPlan }
}

/** Fills a club with plans, coupons and a member in each standing. */
export async function fillDuesClub(club: DuesClub, owner: Page): Promise<FilledClub> {
	await turnOn(owner, {
		duesDoor: 'payFirst',
		duesInstructions: 'Checks to Second Chair, 12 Court Street, Austin, TX.',
	})
	const yearly = await addPlan(owner, {
		...{ name: 'Yearly', description: 'Everything, for a lawyer in practice alone.', amountCents: 490_00, months: 12 },
		providerPrice: 'price_yearly',
	})
	const monthly = await addPlan(owner, {
		...{ name: 'Monthly', amountCents: 49_00, trialDays: 14, isFounding: true, providerPrice: 'price_monthly' },
	})
	await addPlan(owner, { name: 'Judges', amountCents: 10_000, isPublic: false })
	for (const coupon of [
		{ code: 'spring', percent: 20, amountCents: null, lasts: 'once', until: null, most: null },
		{ code: 'bar-association', percent: null, amountCents: 5_000, lasts: 'always', until: '2090-12-31', most: 40 },
	])
		await send(owner, 'POST', '/api/admin/coupons', coupon)
	const ids: Partial<Record<DuesMember, string>> = {}
	for (const [member, dates] of Object.entries(MEMBERS) as [DuesMember, Record<string, string> | undefined][]) {
		const id = await addMember(owner, member)
		ids[member] = id
		if (!dates) continue
		await send(owner, 'PUT', `/api/admin/members/${id}/plan`, { planId: yearly.id })
		if (member === 'active') await fillLedger(owner, id)
		const set: Record<string, string | null> = { paid_through: null, ...dates }
		if (set.cancelled_at) set.cancelled_at = String(Date.now())
		await club.execute(
			`update memberships set ${Object.keys(set).map((column) => `${column} = ?`)} where user_id = ?`,
			[...Object.values(set), id],
		)
	}
	// A deactivated member who is still charged.
	await club.execute("update users set status = 'inactive' where id = ?", [ids.charged ?? ''])
	return { ids: ids as Record<DuesMember, string>, plans: { yearly, monthly } }
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>
const sessions = new Map<DuesMember, State>()

/** Opens a browser as a member. Each member signs in only once, because sign-ins from one IP address are limited. */
export async function openAs(club: DuesClub, browser: Browser, member: DuesMember): Promise<Page> {
	const page = await club.open(browser)
	const saved = sessions.get(member)
	if (saved) await page.context().addCookies(saved.cookies)
	else {
		await send(page, 'POST', '/api/login', { email: emailOf(member), password: PASSWORD })
		sessions.set(member, await page.context().storageState())
	}
	return page
}
