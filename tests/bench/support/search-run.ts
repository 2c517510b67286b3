import { monitorEventLoopDelay } from 'node:perf_hooks'
import { db, openDatabase, useDatabase } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { rebuildSearch } from '#src/app/search/services.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { find } from '#src/features/search/server/find-everything.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { suggestFor } from '#src/features/search/server/suggest-for.ts'

// Searches a club in this process, without the network: measures what a search costs the server's only thread.
// Usage: node search-run.ts FILE [rebuild]. Prints JSON.

const ROUNDS = 300
const QUERIES = [
	...[
		'client',
		'court',
		'retainer letter',
		'trust account',
		'"settlement of"',
		'motion custody',
		'the',
		'to be or not to be',
	],
	...[
		'ret',
		'hear',
		'negl',
		'client -court',
		'in:podcast plea',
		'escheat',
		'xylophonists in court',
		'neglgence',
		'hearng notice',
	],
	...['how the court will see the client', 'witness exhibit settlement mediation', 'conflict'],
]
const BEGINNINGS = ['re', 'the', 'cour', 'how', 'plea of', 'motion']

const [file = '', asked] = process.argv.slice(2)
const opened = await openDatabase({ url: `file:${file}` })
useDatabase(opened)
// Exclude the disk from the measurement.
await opened.client.execute('pragma synchronous = off')
const sources = searchSources()
const [reader] = await db().select().from(users).limit(1)
if (!reader) throw new Error('Nobody is in this club')

const delay = monitorEventLoopDelay({ resolution: 1 })
const longest = () => Math.max(0, delay.max / 1e6 - 1)
const waitForTick = () => new Promise((resolve) => setTimeout(resolve, 3))
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

async function measured(work: (round: number) => Promise<unknown>): Promise<{ p95: number; loop: number }> {
	for (let round = 0; round < 40; round++) await work(round)
	const times: number[] = []
	const loops: number[] = []
	for (let round = 0; round < ROUNDS; round++) {
		delay.reset()
		delay.enable()
		// The monitor measures from one tick to the next, so let one pass first.
		await waitForTick()
		const startedAt = performance.now()
		await work(round)
		times.push(performance.now() - startedAt)
		await waitForTick()
		delay.disable()
		loops.push(longest())
	}
	return { p95: p95(times), loop: p95(loops) }
}

let rebuild = { seconds: 0, slice: 0 }
if (asked === 'rebuild') {
	await runSearchIndex(sources, { holder: 'bench' })
	await rebuildSearch({ params: {}, query: {}, body: undefined }, {} as Parameters<typeof rebuildSearch>[1])
	const startedAt = performance.now()
	delay.reset()
	delay.enable()
	await waitForTick()
	await runSearchIndex(sources, { holder: 'bench' })
	await waitForTick()
	delay.disable()
	rebuild = { seconds: (performance.now() - startedAt) / 1000, slice: Math.max(0, delay.percentile(99) / 1e6 - 1) }
} else await runSearchIndex(sources, { holder: 'bench' })

const some = (list: readonly string[], round: number) => list[round % list.length] ?? ''
const search = await measured((round) => find(sources, some(QUERIES, round), { limit: 5, reader }))
const suggest = await measured((round) => suggestFor(sources, some(BEGINNINGS, round), reader))
const each: Record<string, number> = {}
for (const query of QUERIES) {
	const times: number[] = []
	for (let round = 0; round < 12; round++) {
		const startedAt = performance.now()
		await find(sources, query, { limit: 5, reader })
		times.push(performance.now() - startedAt)
	}
	each[query] = Number(p95(times).toFixed(2))
}
process.stdout.write(JSON.stringify({ search, suggest, rebuild, each }))
useDatabase(undefined)
await opened.close()
