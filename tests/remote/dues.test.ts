import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDays, dayInZone } from '#src/lib/dates/calendar-day.ts'
import { type Browser, made, type SiteNode, signInAt, startNode } from '#tests/support/servers/site-node.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'
import { STRIPE_KEY, StripeServer, WEBHOOK_SECRET } from '#tests/support/servers/stripe-server.ts'

// Dues of a club with two nodes on one database server: concurrent work on both nodes takes effect once.

let server: Sqld
let stripe: StripeServer
let folder: string
let nodes: [SiteNode, SiteNode]
let admin: Browser
let database: Client
let plan: string

const start = (name: string) =>
	startNode({
		...{ DATA_DIR: join(folder, name), DATABASE_URL: server.url, DATABASE_AUTH_TOKEN: server.authToken },
		...{ STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: stripe.url },
	})
const isReady = (node: SiteNode) => vi.waitFor(async () => expect((await node.get('/readyz')).status).toBe(200))
const today = () => dayInZone(Date.now(), 'UTC')

beforeAll(async () => {
	server = await startSqld()
	stripe = await new StripeServer().start()
	folder = mkdtempSync(join(tmpdir(), 'second-chair-dues-'))
	const first = await start('one')
	nodes = [first, await start('two')]
	await Promise.all(nodes.map(isReady))
	admin = await signInAt(first)
	database = createClient({ url: server.url, authToken: server.authToken })
	await made(admin.call(first, 'PUT', '/api/admin/settings', { collectsDues: 'on' }))
	// The other node has applied the settings once its dues endpoints respond.
	for (const node of nodes)
		await vi.waitFor(async () => expect((await admin.call(node, 'GET', '/api/admin/plans')).status).toBe(200))
	stripe.prices.set('price_annual', { amount: 49_000, currency: 'usd', months: 12 })
	const fields = { name: 'Annual', description: '', amountCents: 49_000, currency: 'USD', months: 12, trialDays: 0 }
	const options = { isFounding: false, isPublic: true, providerPrice: 'price_annual' }
	plan = (await made(admin.call(first, 'POST', '/api/admin/plans', { ...fields, ...options }))).id
})
afterAll(async () => {
	await Promise.all(nodes.map((node) => node.end('SIGKILL')))
	database.close()
	await server.stop()
	await stripe.close()
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Adds active members whose membership is paid through this day. */
async function addMembers(name: string, count: number, paidThrough: string | null, customer: string | null = null) {
	const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`
	const id = `'${name}-' || i`
	await database.batch([
		`${numbers} insert into users (id, name, username, email, email_key, password_hash, role, status, created_at, updated_at)
			select ${id}, 'Member ' || i, ${id}, ${id} || '@list.example', ${id} || '@list.example', 'x', 'user', 'active', 0, 0 from n`,
		{
			sql: `${numbers} insert into memberships (user_id, plan_id, started_on, anchor_day, paid_through, customer_id)
				select ${id}, ?, '2025-01-31', 31, ?, ? from n`,
			args: [plan, paidThrough, customer],
		},
	])
}

const count = async (statement: string) => Number((await database.execute(statement)).rows[0]?.n)
const invoicesOf = (name: string) => count(`select count(*) as n from invoices where user_id like '${name}-%'`)

/** Counts notices, their emails and their invoices in one snapshot. */
async function sentTo(name: string): Promise<number[]> {
	const { rows } = await database.execute(`select
		(select count(*) from dues_notices where user_id like '${name}-%') as notices,
		(select count(*) from outbox where kind = 'mail' and payload ->> '$.to' like '${name}-%') as mails,
		(select count(*) from invoices where user_id like '${name}-%') as invoices`)
	return [Number(rows[0]?.notices), Number(rows[0]?.mails), Number(rows[0]?.invoices)]
}

/** Runs a node's job now, through an admin's change that wakes it. */
const wakeJob = (node: SiteNode, member: string) =>
	made(admin.call(node, 'POST', `/api/admin/members/${member}/extend`, { days: 1, reason: 'Wakes the job' }))

test('an event that both nodes receive twice creates one payment with one receipt', async () => {
	const customer = stripe.customer()
	await addMembers('card', 1, null, customer)
	stripe.subscribe(customer, 'price_annual', {}, Date.now())
	const { payload, signature } = stripe.event(customer)
	const send = ({ origin }: SiteNode) =>
		fetch(`${origin}/api/billing/webhook/stripe`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
			body: payload,
		})
	const answers = await Promise.all([...nodes, ...nodes].map(send))
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
	await vi.waitFor(async () =>
		expect(await count('select count(*) as n from payment_events where applied_at is null')).toBe(0),
	)
	expect(await count(`select count(*) as n from dues_payments where user_id = 'card-1'`)).toBe(1)
	expect(await invoicesOf('card')).toBe(1)
	expect(await count(`select count(*) as n from outbox where id like 'receipt-%'`)).toBe(1)
	expect(await count('select count(*) as n from payment_events')).toBe(1)
})

test('concurrent payments on both nodes get invoice numbers without gaps', async () => {
	await addMembers('check', 20, addDays(today(), -1))
	const pay = (index: number) =>
		made(
			admin.call(nodes[index % 2] as SiteNode, 'POST', `/api/admin/members/check-${index + 1}/payments`, {
				...{ amountCents: 49_000, kind: 'check', paidOn: today(), reference: String(index) },
			}),
		)
	await Promise.all(Array.from({ length: 20 }, (_, index) => pay(index)))
	const { rows } = await database.execute('select sequence from invoices order by sequence')
	expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
	expect(await invoicesOf('check')).toBe(20)
})

test('two nodes send each notice of a day once', async () => {
	const MEMBERS = 100
	await addMembers('both', MEMBERS, addDays(today(), 7))
	await Promise.all(nodes.map((node, index) => wakeJob(node, `check-${index + 1}`)))
	const all = [MEMBERS, MEMBERS, MEMBERS]
	await vi.waitFor(async () => expect(await sentTo('both')).toEqual(all), { timeout: 60_000 })
})

test('a node killed while sending notices leaves none without its email, and none is sent twice', async () => {
	const MEMBERS = 150
	await addMembers('killed', MEMBERS, addDays(today(), 7))
	await wakeJob(nodes[0], 'check-3')
	const notices = async () => (await sentTo('killed'))[0] ?? 0
	await vi.waitFor(async () => expect(await notices()).toBeGreaterThan(10), { timeout: 60_000, interval: 5 })
	await nodes[0].end('SIGKILL')
	const [before = 0, ...mailsAndInvoices] = await sentTo('killed')
	expect(mailsAndInvoices).toEqual([before, before])
	expect(before).toBeLessThan(MEMBERS)
	await wakeJob(nodes[1], 'check-4')
	const all = [MEMBERS, MEMBERS, MEMBERS]
	await vi.waitFor(async () => expect(await sentTo('killed')).toEqual(all), { timeout: 60_000 })
	nodes = [await start('one'), nodes[1]]
	await isReady(nodes[0])
})
