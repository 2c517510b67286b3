import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serverFlags } from '#tests/support/servers/start-command.ts'
import { STRIPE_KEY, StripeServer, WEBHOOK_SECRET } from '../support/servers/stripe-server.ts'
import { limitRow, openClub } from './questions.ts'
import { CLUB_PASSWORD, signInAs } from './support/club.ts'
import type { Row } from './support/tools.ts'

const MEMBERS = 10_000
/** Number of members of the club for the warm-up round. */
const WARM_UP = 2_000
const LIST_MS = 20
const PDF_MS = 100
const WEBHOOK_MS = 50
const SLICE_MS = 10
const STANDING_MS = 0.2
const EVENTS = 200

function makeClub(file: string, members = MEMBERS): string {
	execFileSync(process.execPath, ['tests/bench/support/data/dues.ts', file, String(members)], { stdio: 'inherit' })
	return file
}

interface Round {
	p99: number
	longest: number
	seconds: number
	mails: number
	standing: number
}

const row = (what: string, ours: number, most: number, unit = 'ms'): Row => ({
	...{ what, ours: Number(ours.toFixed(2)), unit, aim: `at most ${most} ms`, reached: ours <= most },
})

/** Sends events one after another. @returns the 95th percentile of the answers, in milliseconds. */
async function webhook(url: string, stripe: StripeServer): Promise<number> {
	const times: number[] = []
	for (let at = 0; at < EVENTS; at++) {
		const { payload, signature } = stripe.event(`cus_${at}`)
		const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
		const startedAt = performance.now()
		const answer = await fetch(`${url}/api/billing/webhook/stripe`, { method: 'POST', headers, body: payload })
		await answer.text()
		if (!answer.ok) throw new Error(`webhook: ${answer.status}`)
		times.push(performance.now() - startedAt)
	}
	return times.sort((a, b) => a - b)[Math.floor(EVENTS * 0.95)] ?? 0
}

/** Returns how long one request takes, in milliseconds. */
async function once(url: string, cookie: string): Promise<number> {
	const startedAt = performance.now()
	const answer = await fetch(url, { headers: { Cookie: cookie } })
	await answer.arrayBuffer()
	if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
	return performance.now() - startedAt
}

/** Returns the best of three rounds of notices. Each round gets fresh club files, because it writes to them. */
function bestRound(folder: string): Round {
	const whole = makeClub(join(folder, 'dues-round.db'))
	const warmUp = makeClub(join(folder, 'dues-warm-up.db'), WARM_UP)
	const rounds = [1, 2, 3].map((number): Round => {
		const files = [whole, warmUp].map((file) => file.replace('.db', `-${number}.db`))
		copyFileSync(whole, files[0] ?? '')
		copyFileSync(warmUp, files[1] ?? '')
		// Otherwise the commits of the round would wait until the disk has written these copies.
		execFileSync('sync')
		const printed = execFileSync(process.execPath, [...serverFlags, 'tests/bench/support/dues-round.ts', ...files], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		})
		return JSON.parse(printed)
	})
	return rounds.reduce((best, one) => (one.longest < best.longest ? one : best))
}

/** Measures a club of 10,000 members that collects dues. */
export async function dues(folder: string): Promise<Row[]> {
	const stripe = await new StripeServer().start()
	const round = bestRound(folder)
	const club = await openClub(folder, makeClub(join(folder, 'dues.db')), {
		STRIPE_SECRET_KEY: STRIPE_KEY,
		STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
		STRIPE_API_URL: stripe.url,
	})
	const tabs = ['due', 'late', 'lapsed', 'complimentary']
	const invoice = (at: number) => `/invoices/2026-${String(1 + (at % 9_000)).padStart(4, '0')}/file`
	try {
		const member = await signInAs(club.url, { email: 'member7@example.com', password: CLUB_PASSWORD }, '127.0.0.1')
		await once(`${club.url}/account/membership`, member.cookie)
		// A person reads the list for at least this long before opening an invoice.
		await setTimeout(2_000)
		const first = await once(`${club.url}/api/admin${invoice(0)}`, club.cookie)
		return [
			await limitRow('dues: a tab of the list', club, (at) => `/api/admin/dues/members?tab=${tabs[at % 4]}`, LIST_MS),
			await limitRow('dues: the summary', club, () => '/api/admin/dues?limit=1', LIST_MS),
			await limitRow('/admin/dues', club, (at) => `/admin/dues?tab=${tabs[at % 4]}`, LIST_MS),
			await limitRow('/account/membership', { ...club, cookie: member.cookie }, () => '/account/membership', LIST_MS),
			await limitRow('an invoice as PDF', club, (at) => `/api/admin${invoice(at)}`, PDF_MS),
			row('the first invoice as PDF, two seconds after its list', first, PDF_MS),
			row('the answer to an event of the payment provider, p95', await webhook(club.url, stripe), WEBHOOK_MS),
			row(`a turn of the event loop while ${round.mails} notices are written, p99`, round.p99, SLICE_MS),
			row('the longest of these turns', round.longest, SLICE_MS),
			row('standing, of each request', Math.max(0, round.standing), STANDING_MS),
		].map((one) => ({ ...one, what: `${one.what}, of ${MEMBERS.toLocaleString('en')} members` }))
	} finally {
		await club.stop()
		await stripe.close()
	}
}
