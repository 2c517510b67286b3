import { openDatabase, useDatabase } from '#db/client.ts'
import { sendDuesNotices } from '#src/features/dues/server/notices/notices.ts'
import { setSite } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import { collectAllGarbage } from '#src/platform/jobs/collect-garbage.ts'
import { turnsDuring } from './turns.ts'

// Runs the daily round of notices in this process and prints how long it held the event loop.
// Usage: node dues-round.ts FILE WARM_UP_FILE

const [file = '', warmUp = ''] = process.argv.slice(2)
setSite({ collectsDues: 'on' })

async function open(path: string) {
	const opened = await openDatabase({ url: `file:${path}` })
	useDatabase(opened)
	return opened
}

// Warm up to the state of a running server: read the settings, compile the code with a round of another club, and
// collect the garbage of the start.
env()
const other = await open(warmUp)
await sendDuesNotices()
await other.close()
collectAllGarbage()

const opened = await open(file)

/** Returns the median time of a statement, in milliseconds. */
async function timeOf(statement: string): Promise<number> {
	const times: number[] = []
	for (let round = 0; round < 5_000; round++) {
		const startedAt = performance.now()
		await opened.client.execute({ sql: statement, args: [`m${String(round).padStart(7, '0')}`] })
		times.push(performance.now() - startedAt)
	}
	return times.sort((a, b) => a - b)[times.length / 2] ?? 0
}

const startedAt = performance.now()
const turns = await turnsDuring(() => sendDuesNotices())
const seconds = (performance.now() - startedAt) / 1_000
const { rows } = await opened.client.execute('select count(*) as mails from dues_notices')
const account = 'select users.id, users.name, users.role'
const from = 'from users'
const without = await timeOf(`${account} ${from} where users.id = ?`)
const standing = await timeOf(
	`${account}, m.good_through, m.paused_on, m.cancelled_at, m.paid_through, m.trial_until, m.complimentary_until
		${from} left join memberships m on m.user_id = users.id where users.id = ?`,
)
const at = (share: number) => turns[Math.floor(turns.length * share)] ?? 0
process.stdout.write(
	JSON.stringify({
		p99: at(0.99),
		longest: turns.at(-1),
		seconds,
		mails: rows[0]?.mails,
		standing: standing - without,
	}),
)
useDatabase(undefined)
await opened.close()
