import { killRounds } from '#tests/support/servers/kill-rounds.ts'
import type { Row } from './support/tools.ts'

/** So often is a node killed; the tests do it 25 times (`tests/api/operations/kills.test.ts`). About a quarter of an hour. */
const KILLS = Number(process.env.KILLS ?? 500)

/** What is lost, half or sent again when a node is killed in the middle of writes. Not part of a whole run: it measures no speed. */
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
