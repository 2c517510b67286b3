import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { limitRow } from './questions.ts'
import { signInMember } from './support/club.ts'
import { startClub, waitUntilIdle } from './support/our-server.ts'
import type { Row } from './support/tools.ts'

const CREDITS = 500
const MAX_MS = 15

/** Measures the ledger of a member with many credits. */
export async function ledger(folder: string): Promise<Row[]> {
	const file = join(folder, 'ledger.db')
	execFileSync(process.execPath, ['tests/bench/support/data/ledger.ts', file, String(CREDITS)], { stdio: 'inherit' })
	const ours = await startClub(folder, file)
	try {
		await waitUntilIdle(ours)
		const { url } = ours
		const { cookie } = await signInMember(url, 0, '127.0.0.1')
		return [
			await limitRow(`ledger with ${CREDITS} credits, p95`, { url, cookie }, () => '/api/cle', MAX_MS),
			await limitRow(`page of the ledger with ${CREDITS} credits, p95`, { url, cookie }, () => '/cle', MAX_MS),
		]
	} finally {
		await ours.stop()
	}
}
