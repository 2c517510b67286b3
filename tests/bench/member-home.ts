import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { BUSY } from './member-life.ts'
import { limitRow } from './questions.ts'
import { signInMember } from './support/club.ts'
import { startClub, waitUntilIdle } from './support/our-server.ts'
import type { Row } from './support/tools.ts'

const MAX_MS = 20

/** Measures the home of the busiest member of a large club. */
export async function memberHome(folder: string): Promise<Row[]> {
	const file = process.env.BENCH_HOME_CLUB ?? join(folder, 'home.db')
	if (!process.env.BENCH_HOME_CLUB)
		execFileSync(process.execPath, ['tests/bench/support/data/home.ts', file], { stdio: 'inherit' })
	const ours = await startClub(folder, file)
	try {
		await waitUntilIdle(ours)
		const { cookie } = await signInMember(ours.url, BUSY.number, '127.0.0.1')
		const what = 'home of a member, p95 at 10,000 members, 100,000 questions and 1,000,000 comments'
		return [await limitRow(what, { url: ours.url, cookie }, () => '/dashboard', MAX_MS)]
	} finally {
		await ours.stop()
	}
}
