import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { LOAD_CORE, type Row } from './support/tools.ts'

/** Members, questions, answers and episodes of the two clubs. */
const SMALL = [100, 100, 1_000, 10] as const
const LARGE = [100_000, 100_000, 1_000_000, 1_000] as const

const run = (script: string, ...args: string[]) =>
	execFileSync('taskset', ['-c', LOAD_CORE, process.execPath, `tests/bench/support/${script}`, ...args], {
		encoding: 'utf8',
		maxBuffer: 1e8,
	})

function makeClub(file: string, [members, questions, answers, episodes]: readonly number[]): string {
	run('data/questions.ts', file, String(members), String(questions), String(answers))
	run('data/search.ts', file, String(episodes))
	return file
}

interface Measured {
	search: { p95: number; loop: number }
	suggest: { p95: number }
	rebuild: { seconds: number; slice: number }
}

const row = (what: string, ours: number, unit: string, most: number): Row => ({
	...{ what, ours: Number(ours.toFixed(2)), unit },
	...{ aim: `at most ${most} ${unit}`, reached: ours <= most },
})

/** Returns how many compressed bytes the palette loads on first use, including its dependencies. */
function paletteBytes(): number {
	const files = globSync('dist/client/_astro/SearchKeys.*.js')
	return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0)
}

/**
 * Compares the global search at 100,000 questions, 1,000,000 answers and 155,000 passages with a small club, in one
 * process without the network. BENCH_SEARCH_CLUB names a prepared file.
 */
export async function searchAtScale(folder: string): Promise<Row[]> {
	const small: Measured = JSON.parse(run('search-run.ts', makeClub(join(folder, 'search-small.db'), SMALL)))
	const file = process.env.BENCH_SEARCH_CLUB ?? makeClub(join(folder, 'search-large.db'), LARGE)
	const large: Measured = JSON.parse(run('search-run.ts', file, 'rebuild'))
	const ratio = Number((large.search.p95 / small.search.p95).toFixed(2))
	return [
		row('search over everything, p95 at 1,000,000 answers and 155,000 passages', large.search.p95, 'ms', 20),
		{
			what: 'the same in a small club',
			ours: Number(large.search.p95.toFixed(2)),
			unit: 'ms',
			against: { name: 'a club of 100', value: Number(small.search.p95.toFixed(2)), ratio },
			aim: 'at most 2 times',
			reached: ratio <= 2,
		},
		row('longest hold of the event loop by one search, p95', large.search.loop, 'ms', 15),
		row('titles that begin so, p95', large.suggest.p95, 'ms', 5),
		row('rebuild of the whole index', large.rebuild.seconds, 's', 60),
		row('slice of the rebuild, p99', large.rebuild.slice, 'ms', 10),
		row('code of the palette, at its first use', paletteBytes() / 1000, 'kB', 8),
	]
}
