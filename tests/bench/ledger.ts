import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { signInMember } from './club.ts'
import { limitRow } from './questions.ts'
import { startOurs, untilCalm } from './support/our-server.ts'
import type { Row } from './support/tools.ts'

const CREDITS = 500
const MOST_MS = 15

/** Measures the ledger of a member with many credits, in production mode to exclude React's checks. */
export async function ledger(folder: string): Promise<Row[]> {
	const file = join(folder, 'ledger.db')
	execFileSync(process.execPath, ['tests/bench/support/data/ledger.ts', file, String(CREDITS)], { stdio: 'inherit' })
	const ours = await startOurs(folder, {
		DATABASE_URL: `file:${file}`,
		NODE_ENV: 'production',
		SECRET_KEY: 'a secret of the benchmark, of no other use',
		ADMIN_EMAIL: 'bench@example.com',
		ADMIN_PASSWORD: 'a password for the benchmark',
	})
	try {
		await untilCalm(ours)
		// In production the server only accepts the host of PUBLIC_URL.
		const url = ours.url.replace('127.0.0.1', 'localhost')
		const { cookie } = await signInMember(url, 0, '127.0.0.1')
		return [
			await limitRow(`ledger with ${CREDITS} credits, p95`, { url, cookie }, () => '/api/cle', MOST_MS),
			await limitRow(`page of the ledger with ${CREDITS} credits, p95`, { url, cookie }, () => '/cle', MOST_MS),
		]
	} finally {
		await ours.stop()
	}
}
