import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type SignedIn, signInAs } from './support/club.ts'
import { ADMIN, startOurServer } from './support/our-server.ts'
import { p95 } from './support/sequential.ts'
import type { Row } from './support/tools.ts'

const MAILED = 10_000
const ENROLLED = Number(process.env.BENCH_ENROLLED ?? 100_000)
const MAX_MS = 50
/** Sixty times the default mailing rate: a result at this rate also covers the default. */
const PER_MINUTE = '3000'

async function openAdminHome(folder: string, members: number) {
	const file = join(folder, `admin-home-${members}.db`)
	execFileSync(process.execPath, ['tests/bench/support/data/admin-home.ts', file, String(members)], {
		stdio: 'inherit',
	})
	const ours = await startOurServer(folder, {
		DATABASE_URL: `file:${file}`,
		SEED_DEMO: 'false',
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
		MAILINGS_PER_MINUTE: PER_MINUTE,
	})
	return { ...ours, signedIn: await signInAs(ours.url, ADMIN, '127.0.0.1') }
}

async function call<T>(
	url: string,
	{ cookie, csrf }: SignedIn,
	method: string,
	path: string,
	body?: unknown,
): Promise<T> {
	const answer = await fetch(url + path, {
		method,
		headers: { Cookie: cookie, 'X-XSRF-TOKEN': csrf, 'Content-Type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
	return (await answer.json()) as T
}

/** Waits until the statistics of the course have been computed. @returns the time in milliseconds. */
async function untilCounted(url: string, signedIn: SignedIn): Promise<number> {
	const startedAt = performance.now()
	for (;;) {
		const { countedAt } = await call<{ countedAt: string | null }>(url, signedIn, 'GET', '/api/admin/figures/course')
		if (countedAt) return performance.now() - startedAt
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
}

/** Measures requests before and during a mailing to 10,000 members. */
export async function mailToMany(folder: string): Promise<Row[]> {
	const { url, signedIn, stop } = await openAdminHome(folder, MAILED)
	try {
		await untilCounted(url, signedIn)
		const club = { url, cookie: signedIn.cookie }
		const path = () => '/api/courses'
		const before = Math.min(await p95(club, path), await p95(club, path), await p95(club, path))
		const { id } = await call<{ id: string }>(url, signedIn, 'POST', '/api/admin/mailings', {})
		const words = { subject: 'Word to many', content: '<p>We meet again.</p>', audience: 'all' }
		const { version } = await call<{ version: number }>(url, signedIn, 'PUT', `/api/admin/mailings/${id}`, words)
		await call(url, signedIn, 'POST', `/api/admin/mailings/${id}/send`, { version })
		const during = Math.min(await p95(club, path), await p95(club, path), await p95(club, path))
		const { state, sent } = await call<{ state: string; sent: number }>(
			url,
			signedIn,
			'GET',
			`/api/admin/mailings/${id}`,
		)
		if (state !== 'sending' || sent === 0)
			throw new Error(`The mail was ${state}, and ${sent} had left: nothing was measured`)
		const ratio = Number((during / before).toFixed(2))
		return [
			{
				what: `GET /api/courses while a mail to 10,000 leaves, ${PER_MINUTE} a minute`,
				ours: Number(during.toFixed(2)),
				unit: 'ms, p95',
				against: { name: 'before it', value: Number(before.toFixed(2)), ratio },
				aim: 'at most 1.5 times',
				reached: ratio <= 1.5,
			},
		]
	} finally {
		await stop()
	}
}

/** Measures reading and computing the statistics of a course with 100,000 members. */
export async function statisticsOfMany(folder: string): Promise<Row[]> {
	const { url, signedIn, stop } = await openAdminHome(folder, ENROLLED)
	try {
		const counting = await untilCounted(url, signedIn)
		const club = { url, cookie: signedIn.cookie }
		const rows: Row[] = []
		for (const path of ['/admin/figures/course', '/admin/figures', '/api/admin/figures/course']) {
			const ours = Math.min(await p95(club, () => path), await p95(club, () => path))
			rows.push({
				what: `${path}, of ${ENROLLED.toLocaleString('en')} enrollments`,
				ours: Number(ours.toFixed(2)),
				unit: 'ms, p95',
				aim: `at most ${MAX_MS} ms`,
				reached: ours <= MAX_MS,
			})
		}
		return [
			...rows,
			{
				what: `counting a course of ${ENROLLED.toLocaleString('en')} enrollments, from the start`,
				ours: Math.round(counting),
				unit: 'ms',
				aim: 'at most 60 s',
				reached: counting <= 60_000,
			},
		]
	} finally {
		await stop()
	}
}
