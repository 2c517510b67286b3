import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { accountSecurity } from './account-security.ts'
import { mailToMany, statisticsOfMany } from './admin-home.ts'
import { attendance } from './attendance.ts'
import { courseScale } from './courses.ts'
import { dues } from './dues.ts'
import { firstDay } from './first-day.ts'
import { homePage } from './home-page.ts'
import { kills } from './kills.ts'
import { ledger } from './ledger.ts'
import { lighthouse } from './lighthouse.ts'
import { media } from './media.ts'
import { memberHome } from './member-home.ts'
import { memberImport } from './member-import.ts'
import { membersAtScale } from './members.ts'
import { nodes } from './nodes.ts'
import { podcastApi } from './podcast-api.ts'
import { podcastLibrary } from './podcast-library.ts'
import { publishing } from './publishing.ts'
import { questionsAtScale } from './questions.ts'
import { searchAtScale } from './search.ts'
import { start } from './start.ts'
import { remoteDatabase } from './support/remote-database.ts'
import { markdownTable } from './support/table.ts'
import { has, type Row } from './support/tools.ts'
import { transfer } from './transfer.ts'
import { twoNodes } from './two-nodes.ts'

// Measures speed as ratios within one run on one machine: unlike absolute numbers, they are comparable.
// Usage: npm run bench [-- RESULT.json]; BENCH_ONLY=questionsAtScale,courseScale runs a selection,
// BENCH_TABLE=FILE also writes the last table there, as Markdown for docs/benchmarks.md.
// BENCH_ONLY=kills kills a node 500 times, in about 15 minutes, and BENCH_ONLY=lighthouse needs that program: neither
// is part of a full run. BENCH_PAGES=/courses,member:/dashboard,library limits Lighthouse to these pages.

const missing = ['taskset', 'wrk', 'nginx'].filter((program) => !has(program))
if (missing.length > 0) {
	process.stderr.write(
		`The benchmark needs ${missing.join(', ')}: apt-get install util-linux wrk nginx libnginx-mod-http-brotli-static\n`,
	)
	process.exit(1)
}

const ONLY_WHEN_ASKED = [kills, lighthouse]
const only = process.env.BENCH_ONLY?.split(',')
const scenarios = [
	start,
	homePage,
	podcastApi,
	publishing,
	podcastLibrary,
	nodes,
	transfer,
	courseScale,
	questionsAtScale,
	membersAtScale,
	memberHome,
	searchAtScale,
	mailToMany,
	statisticsOfMany,
	memberImport,
	media,
	remoteDatabase,
	twoNodes,
	firstDay,
	dues,
	accountSecurity,
	ledger,
	attendance,
	...ONLY_WHEN_ASKED,
].filter((scenario) => (only ? only.includes(scenario.name) : !ONLY_WHEN_ASKED.includes(scenario)))
const folder = mkdtempSync(join(tmpdir(), 'second-chair-bench-'))
const startedAt = performance.now()
const minutesSince = (start: number) => Math.round((performance.now() - start) / 6_000) / 10
const rows: Row[] = []
const failures: string[] = []
const durations: string[] = []
try {
	execFileSync(process.execPath, ['src/app/preflight.mjs', 'build'], { stdio: 'inherit' })
	mkdirSync(join(folder, 'data'))
	for (const scenario of scenarios) {
		const start = performance.now()
		// A failed scenario must not lose the results of the others.
		try {
			rows.push(...(await scenario(folder)))
		} catch (error) {
			// Include the cause: without it, the error of a failed request does not explain anything.
			failures.push(`${scenario.name}: ${inspect(error)}`)
		}
		durations.push(`${scenario.name} ${minutesSince(start)}`)
		process.stderr.write(`${durations.at(-1)} minutes\n`)
	}
} finally {
	rmSync(folder, { recursive: true, force: true })
}
const total = `Minutes: ${minutesSince(startedAt)} in all (${durations.join(', ')}).`
const table = markdownTable(rows)
process.stdout.write(`\n${table}\n${total}\n`)
for (const failure of failures) process.stdout.write(`\nNot measured. ${failure}\n`)
const date = new Date().toISOString()
const result = { node: process.version, date, minutes: minutesSince(startedAt), rows, failures }
const { BENCH_TABLE } = process.env
if (BENCH_TABLE) writeFileSync(BENCH_TABLE, `${table}\n${total}\n`)
const target = process.argv[2]
if (target) writeFileSync(target, `${JSON.stringify(result, null, '\t')}\n`)
if (failures.length > 0) process.exitCode = 1
