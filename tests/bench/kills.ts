import { killRounds } from '#tests/support/servers/kill-rounds.ts'
import type { Row } from './support/tools.ts'

/** Number of kills: 500 take about 15 minutes. The tests do 25 (`tests/api/operations/kills.test.ts`). */
const KILLS = Number(process.env.KILLS ?? 500)

/**
 * Counts what is lost, half-written or sent twice when a node is killed during writes. Not part of a full run, because
 * it measures no speed.
 */
export async function kills(): Promise<Row[]> {
	const { acknowledged, lost, half, integrity, repeated, unsent } = await killRounds(KILLS, (round) => {
		if ((round + 1) % 50 === 0) process.stderr.write(`${round + 1} kills\n`)
	})
	const row = (what: string, ours: number, most: number): Row => ({
		what: `${KILLS} kills of a node, ${acknowledged} acknowledged writes: ${what}`,
		ours,
		unit: '',
		aim: `at most ${most}`,
		reached: ours <= most,
	})
	return [
		row('lost', lost.length, 0),
		row('half', half.length + (integrity === 'ok' ? 0 : 1), 0),
		row('mails never sent', unsent.length, 0),
		row('mails sent again', repeated, KILLS),
	]
}
