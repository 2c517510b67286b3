import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { codeOf } from '../support/totp.ts'
import { CLUB_PASSWORD, clubMember } from './support/club.ts'
import { startOurServer, waitUntilIdle } from './support/our-server.ts'
import type { Row } from './support/tools.ts'

const SIGN_INS = 200
/** Number of sign-ins after which the server has compiled their code. */
const WARM_UP_SIGN_INS = 100
const SECOND_STEP_MS = 10
const SLICE_MS = 10
/** A different response time would reveal that an account exists, or has a second factor. */
const MAX_TIMES = 1.1
const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const SECRET_KEY = 'a key of the benchmark, 32 characters'

const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b)
const percentile = (times: readonly number[], share: number) => sorted(times)[Math.floor(times.length * share)] ?? 0

/** Opens a browser with its own client address, so that limits per address do not apply. */
async function visit(url: string, address: string) {
	const cookies = new Map<string, string>()
	const keep = (answer: Response) => {
		for (const cookie of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
			cookies.set(name, value)
		}
	}
	const headers = () => ({
		'X-Forwarded-For': address,
		'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '',
		Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
		'Content-Type': 'application/json',
	})
	keep(await fetch(`${url}/api/csrf-token`, { headers: headers() }))
	/** Sends a body. Returns the response time in milliseconds. */
	return async (path: string, body: object, status: number): Promise<number> => {
		const startedAt = performance.now()
		const answer = await fetch(url + path, { method: 'POST', headers: headers(), body: JSON.stringify(body) })
		const text = await answer.text()
		const duration = performance.now() - startedAt
		if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${text}`)
		keep(answer)
		return duration
	}
}

const credentials = (number: number, password = CLUB_PASSWORD) => ({ email: clubMember(number), password })

/** Signs in members without and with a second factor, alternating. */
async function signIns(url: string) {
	const times: Record<'plain' | 'first' | 'second', number[]> = { plain: [], first: [], second: [] }
	for (let at = 0; at < SIGN_INS; at++) {
		const plain = await visit(url, `10.1.0.${at}`)
		times.plain.push(await plain('/api/login', credentials(2 * at), 200))
		const protectedOne = await visit(url, `10.2.0.${at}`)
		times.first.push(await protectedOne('/api/login', credentials(2 * at + 1), 401))
		times.second.push(await protectedOne('/api/login/second-factor', { code: codeOf(KEY) }, 200))
	}
	return times
}

/** Tries wrong passwords for accounts without and with a second factor, and for unknown addresses, in rotation. */
async function wrongPasswords(url: string) {
	const times: Record<'plain' | 'protectedOne' | 'unknown', number[]> = { plain: [], protectedOne: [], unknown: [] }
	for (let at = 0; at < SIGN_INS; at++) {
		const browser = await visit(url, `10.3.0.${at}`)
		const wrong = (number: number) => browser('/api/login', credentials(number, 'not the right one'), 401)
		const kinds = [
			['plain', 2 * at],
			['protectedOne', 2 * at + 1],
			['unknown', 1_000_000 + at],
		] as const
		// Rotate the order, so that each kind is first, second and last equally often.
		for (const turn of [0, 1, 2]) {
			const [kind, number] = kinds[(at + turn) % 3] ?? kinds[0]
			times[kind].push(await wrong(number))
		}
	}
	return times
}

const most = (what: string, ours: number, limit: number): Row => ({
	...{ what, ours: Number(ours.toFixed(2)), unit: 'ms', aim: `at most ${limit} ms`, reached: ours <= limit },
})

function equal(what: string, name: string, ours: readonly number[], theirs: readonly number[]): Row {
	const [own, other] = [percentile(ours, 0.5), percentile(theirs, 0.5)]
	const ratio = Number((own / other).toFixed(2))
	return {
		...{ what, ours: Number(own.toFixed(1)), unit: 'ms, median', aim: `within ${MAX_TIMES} times` },
		against: { name, value: Number(other.toFixed(1)), ratio },
		reached: ratio <= MAX_TIMES && ratio >= 1 / MAX_TIMES,
	}
}

interface Round {
	p99: number
	longest: number
	posts: number
}

/** Measures sign-ins with a second factor, and the erasure of a member with 2,000 posts. */
export async function accountSecurity(folder: string): Promise<Row[]> {
	const file = join(folder, 'security.db')
	const env = { ...process.env, SECRET_KEY }
	const node = (...words: string[]) =>
		execFileSync(process.execPath, words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
	node('tests/bench/support/data/security.ts', file, String(2 * SIGN_INS), KEY)
	const ours = await startOurServer(folder, {
		...{ DATABASE_URL: `file:${file}`, SEED_DEMO: 'false', SECRET_KEY, TRUST_PROXY_HOPS: '1' },
	})
	let rows: Row[]
	try {
		await waitUntilIdle(ours)
		const { plain, first, second } = await signIns(ours.url)
		const wrong = await wrongPasswords(ours.url)
		const WRONG = 'a wrong password of an account with a second factor'
		rows = [
			most('the second step of a sign-in, p95', percentile(second.slice(WARM_UP_SIGN_INS), 0.95), SECOND_STEP_MS),
			equal('the first step of a sign-in', 'a whole one without a second', first, plain),
			equal(WRONG, 'one without', wrong.protectedOne, wrong.plain),
			equal('a wrong password of an unknown address', 'a known one', wrong.unknown, wrong.plain),
		]
	} finally {
		await ours.stop()
	}
	const round = JSON.parse(node('tests/bench/support/security-round.ts', file)) as Round
	return [
		...rows,
		most(`a turn of the event loop while a member of ${round.posts} posts is erased, p99`, round.p99, SLICE_MS),
		most('the longest of these turns', round.longest, SLICE_MS),
	]
}
