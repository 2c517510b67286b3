import { expect, test } from 'vitest'
import { killRounds } from '#tests/support/servers/kill-rounds.ts'

const KILLS = 25

// For 500 kills: BENCH_ONLY=kills npm run bench
test('a node killed 25 times during writes loses no acknowledged write and leaves no partial file', {
	timeout: 600_000,
}, async () => {
	const { kills, acknowledged, repeated, ...result } = await killRounds(KILLS)
	expect(kills).toBe(KILLS)
	expect(acknowledged).toBeGreaterThanOrEqual(KILLS * 12)
	expect(result).toEqual({ lost: [], half: [], integrity: 'ok', unsent: [] })
	// Each kill repeats at most the email in progress.
	expect(repeated).toBeLessThanOrEqual(KILLS)
})
