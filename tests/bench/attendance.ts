import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type SignedIn, signInMember } from './support/club.ts'
import { cpuSeconds, startOurServer, waitUntilIdle } from './support/our-server.ts'
import { p95 } from './support/sequential.ts'
import type { Row } from './support/tools.ts'

const MEMBERS = 500
const BEAT_MS = 2
const PDF_MS = 100
const CORE_PERCENT = 15
/** Interval at which a player sends beats. */
const EVERY_MS = 10_000
const ROUNDS = 3

async function post(url: string, path: string, { cookie, csrf }: SignedIn, body: object): Promise<string> {
	const answer = await fetch(url + path, {
		method: 'POST',
		headers: { Cookie: cookie, 'X-XSRF-TOKEN': csrf, 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	})
	const text = await answer.text()
	if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
	return text
}

/** Sends a beat of a member. @param at number of the beat, from 0. */
const beat = (url: string, member: SignedIn, number: number, at: number) =>
	post(url, `/api/attendance/at${number}/beats`, member, {
		...{ sequence: 100 + at, from: 1_200_000 + at * EVERY_MS, to: 1_200_000 + (at + 1) * EVERY_MS },
	})

const row = (what: string, ours: number, most: number, unit: string): Row => ({
	...{ what, ours: Number(ours.toFixed(2)), unit, aim: `at most ${most} ${unit}`, reached: ours <= most },
})

/** Measures a server in production mode while members watch for credit. */
export async function attendance(folder: string): Promise<Row[]> {
	const file = join(folder, 'attendance.db')
	execFileSync(process.execPath, ['tests/bench/support/data/attendance.ts', file, String(MEMBERS)], {
		stdio: 'inherit',
	})
	const ours = await startOurServer(folder, {
		...{ DATABASE_URL: `file:${file}`, NODE_ENV: 'production', TRUST_PROXY_HOPS: '1' },
		SECRET_KEY: 'a secret of the benchmark, of no other use',
		ADMIN_EMAIL: 'bench@example.com',
		ADMIN_PASSWORD: 'a password for the benchmark',
	})
	try {
		// In production the server only accepts the host of PUBLIC_URL.
		const url = ours.url.replace('127.0.0.1', 'localhost')
		const members: SignedIn[] = []
		for (let number = 0; number < MEMBERS; number++)
			members.push(await signInMember(url, number, `10.1.${number >> 8}.${number & 255}`))
		await waitUntilIdle(ours)
		const times: number[] = []
		for (const [number, member] of members.entries()) {
			const startedAt = performance.now()
			await beat(url, member, number, 0)
			times.push(performance.now() - startedAt)
		}
		const startedAt = performance.now()
		const before = cpuSeconds(ours.child.pid ?? 0)
		for (let sent = 0; sent < ROUNDS * MEMBERS; sent++) {
			const due = startedAt + (sent * EVERY_MS) / MEMBERS - performance.now()
			if (due > 1) await setTimeout(due)
			const number = sent % MEMBERS
			const member = members[number]
			if (member) await beat(url, member, number, 1 + Math.floor(sent / MEMBERS))
		}
		const share = ((cpuSeconds(ours.child.pid ?? 0) - before) * 100_000) / (performance.now() - startedAt)
		const [first] = members
		if (!first) throw new Error('No members')
		const completed = JSON.parse(await post(url, '/api/attendance/whole/complete', first, { name: 'Member 0' }))
		const { certificates } = completed as { certificates: string[] }
		const paper = await p95({ url, cookie: first.cookie }, () => `/api/certificates/${certificates[0]}/file`)
		return [
			row(
				'a beat of a member who watches for credit, median',
				times.sort((a, b) => a - b)[MEMBERS / 2] ?? 0,
				BEAT_MS,
				'ms',
			),
			row(`${MEMBERS} members who watch for credit, share of a core`, share, CORE_PERCENT, '%'),
			row('a certificate as PDF, p95', paper, PDF_MS, 'ms'),
		]
	} finally {
		await ours.stop()
	}
}
