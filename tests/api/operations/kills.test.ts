import { expect, test } from 'vitest'
import { killRounds } from '#tests/support/servers/kill-rounds.ts'

const KILLS = 25

// 500 of them: BENCH_ONLY=kills npm run bench
test('a node that is killed 25 times in the middle of writes loses nothing acknowledged, and leaves nothing half', {
	timeout: 600_000,
}, async () => {
	const { kills, acknowledged, repeated, ...found } = await killRounds(KILLS)
	expect(kills).toBe(KILLS)
	expect(acknowledged).toBeGreaterThanOrEqual(KILLS * 12)
	expect(found).toEqual({ lost: [], half: [], integrity: 'ok', unsent: [] })
	// At most the one in hand is sent again.
	expect(repeated).toBeLessThanOrEqual(KILLS)
})
