import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { memberships, plans } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { jobs } from '#src/app/jobs.ts'
import { applyEvents } from '#src/features/dues/server/cards/payment-events.ts'
import { checkImport, createImport, type DryRun } from '#src/features/users/import-contract.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi } from '#tests/support/api/api.ts'
import { addPlan, admin, memberIn, setUpDues } from '#tests/support/dues.ts'
import { insertCardPlan, setUpStripe, stripeServer } from '#tests/support/stripe.ts'

setUpDues()

const check = async (list: string) => (await callApi(checkImport, { as: admin, rawBody: list })).json as DryRun
async function invite(list: string): Promise<void> {
	expect((await callApi(createImport, { as: admin, rawBody: list })).status).toBe(201)
	await jobs()
		.find(({ name }) => name === 'imports')
		?.run(new AbortController().signal, () => {})
}

/** Returns the membership for an email address, with the name of its plan. */
async function membershipOf(email: string) {
	const [row] = await db()
		.select({ membership: memberships, plan: plans.name })
		.from(memberships)
		.innerJoin(users, eq(users.id, memberships.userId))
		.leftJoin(plans, eq(plans.id, memberships.planId))
		.where(eq(users.email, email))
	return row && { ...row.membership, plan: row.plan }
}

describe('the columns of dues are recognized in', () => {
	test.each([
		['a list of our own', 'Email,Plan,Paid until,Complimentary,Stripe customer', [1, 2, 3, 4]],
		['members of Ghost', 'email,tiers,paid through,complimentary_plan,stripe_customer_id', [1, 2, 3, 4]],
		[
			'subscriptions of Stripe',
			'Customer Email,Plan,Current Period End (UTC),Free plan?,Customer ID',
			[1, 2, undefined, 4],
		],
		['a list with the end of the membership', 'Email,Level,Expiration date,Comp,Stripe ID', [1, 2, 3, 4]],
		['a list with renewals', 'Email,Membership type,Renews on,Comped,customer_id', [1, 2, 3, 4]],
	])('%s', async (_, headings, [plan, paidThrough, complimentary, customerId]) => {
		const { columns } = await check(`${headings}\na@list.example,Solo,2027-03-14,no,cus_Nv0FGxWb\n`)
		expect(columns).toMatchObject({ plan, paidThrough, customerId, ...(complimentary && { complimentary }) })
	})

	test('customers of Stripe, whose column is called id', async () => {
		const { columns } = await check('id,Email,Name\ncus_Nv0FGxWb,a@list.example,Ada Stone\n')
		expect(columns.customerId).toBe(0)
	})
})

test.each([
	['2031-03-14', '2031-03-14'],
	['2031-03-14T09:30:00Z', '2031-03-14'],
	['3/14/2031', '2031-03-14'],
	['March 14, 2031', '2031-03-14'],
	['1931241600', '2031-03-14'],
	['1931241600000', '2031-03-14'],
])('paid until %s', async (text, day) => {
	await addPlan({ name: 'Solo' })
	await invite(`Name,Email,Paid until\nAda Stone,ada@list.example,"${text}"\n`)
	expect(await membershipOf('ada@list.example')).toMatchObject({ paidThrough: day, plan: 'Solo', anchorDay: 15 })
})

test.each([
	['Paid until', 'soon', 'the paid-until date “soon” cannot be read'],
	['Paid until', '2/30/2031', 'the paid-until date “2/30/2031” cannot be read'],
	['Paid until', '12/31/9999', 'the paid-until date “12/31/9999” cannot be read'],
	['Complimentary', 'maybe', 'complimentary “maybe” is not yes, no or a date'],
	['Stripe customer', 'sub_1', 'the Stripe customer “sub_1” does not begin with cus_'],
])('%s %s is reported before anyone is invited', async (heading, value, fault) => {
	const { rows, counts } = await check(`Name,Email,${heading}\nAda Stone,ada@list.example,${value}\n`)
	expect(counts).toMatchObject({ fresh: 0, faulty: 1 })
	expect(rows).toMatchObject([{ state: 'faulty', email: 'ada@list.example', fault }])
})

test('complimentary until a day in the distant future means forever', async () => {
	await addPlan({ name: 'Solo' })
	await invite('Name,Email,Complimentary\nAda Stone,ada@list.example,9999-12-30\n')
	expect(await membershipOf('ada@list.example')).toMatchObject({ complimentaryUntil: ALWAYS })
})

test('a Stripe customer can be used by only one member', async () => {
	await memberIn('current', { customerId: 'cus_known' })
	const { rows } = await check(
		'Name,Email,Stripe customer\nAda Stone,ada@list.example,cus_known\nBen Stone,ben@list.example,cus_twice\nCleo Stone,cleo@list.example,cus_twice\n',
	)
	expect(rows.map(({ name, fault }) => [name, fault])).toEqual([
		['Ada Stone', 'another member has this Stripe customer'],
		['Cleo Stone', 'same Stripe customer as row 3'],
		['Ben Stone', ''],
	])
})

test('a list assigns people to plans by case-insensitive name', async () => {
	await addPlan({ name: 'Solo' })
	await addPlan({ name: 'Founders', isFounding: true, amountCents: 290_00 })
	const list = `Name,Email,Joined,Plan,Paid until,Complimentary
Ada Stone,ada@list.example,2019-03-04,FOUNDERS,2031-03-14,no
Ben Stone,ben@list.example,,Solo,,
Cleo Stone,cleo@list.example,,Gold,,
Dora Stone,dora@list.example,,Gold,2031-03-14,
Egon Stone,egon@list.example,,,,yes
Fay Stone,fay@list.example,,,,2031-12-31
Gus Stone,gus@list.example,,,,
`
	expect((await check(list)).dues).toEqual({ members: 5, otherPlan: 2 })
	await invite(list)
	const find = (name: string) => membershipOf(`${name}@list.example`)
	expect(await find('ada')).toMatchObject({
		...{ plan: 'Founders', startedOn: '2019-03-04', paidThrough: '2031-03-14', complimentaryUntil: null },
		keptAmountCents: 290_00,
	})
	expect(await find('ben')).toMatchObject({ plan: 'Solo', paidThrough: addDays(clubDay(), -1), keptAmountCents: null })
	expect(await find('cleo')).toBeUndefined()
	expect(await find('dora')).toMatchObject({ plan: 'Solo', paidThrough: '2031-03-14' })
	expect(await find('egon')).toMatchObject({ complimentaryUntil: ALWAYS, paidThrough: null })
	expect(await find('fay')).toMatchObject({ complimentaryUntil: '2031-12-31' })
	expect(await find('gus')).toBeUndefined()
})

test('a club that collects no dues ignores these columns', async () => {
	setSite({})
	const list = 'Name,Email,Plan,Paid until\nAda Stone,ada@list.example,Solo,soon\n'
	expect(await check(list)).toMatchObject({ columns: { name: 0, email: 1, plan: 2 }, dues: null, counts: { fresh: 1 } })
	await invite(list)
	expect(await membershipOf('ada@list.example')).toBeUndefined()
})

describe('an existing subscription', () => {
	setUpStripe()

	test('is found by its customer once the provider is available', async () => {
		const plan = await insertCardPlan({ name: 'By card' })
		const customer = stripeServer.customer()
		const subscription = stripeServer.subscribe(customer, plan.providerPrice, {}, Date.now())
		stripeServer.away.set('/v1/subscriptions', 'down')
		await invite(`Name,Email,Stripe customer\nAda Stone,ada@list.example,${customer}\n`)
		expect(await applyEvents()).toBe(true)
		expect(await membershipOf('ada@list.example')).toMatchObject({ customerId: customer, subscriptionId: null })
		stripeServer.away.clear()
		expect(await applyEvents()).toBe(false)
		expect(await membershipOf('ada@list.example')).toMatchObject({
			...{ subscriptionId: subscription, plan: 'By card', paidThrough: expect.stringMatching(/^\d{4}-/) },
		})
	})
})
