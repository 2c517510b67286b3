import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { courseScale } from './courses.ts'
import { homePage } from './home-page.ts'
import { membersAtScale } from './members.ts'
import { podcastApi } from './podcast-api.ts'
import { publishing } from './publishing.ts'
import { questionsAtScale } from './questions.ts'
import { has, type Row } from './tools.ts'
import { transfer } from './transfer.ts'

// Speed as ratios of one run on one machine: absolute figures differ between machines, ratios hardly do.
// Usage: npm run bench [-- RESULT.json]; BENCH_ONLY=questionsAtScale,courseScale runs some of it

const missing = ['taskset', 'wrk', 'nginx'].filter((program) => !has(program))
if (missing.length > 0) {
	process.stderr.write(
		`The benchmark needs ${missing.join(', ')}: apt-get install util-linux wrk nginx libnginx-mod-http-brotli-static\n`,
	)
	process.exit(1)
}

function print(rows: Row[]): void {
	const cells = rows.map((row) => [
		row.what,
		`${row.ours.toLocaleString('en')} ${row.unit}`,
		row.against ? `${row.against.name}: ${row.against.value.toLocaleString('en')}` : '',
		row.against ? `${row.against.ratio}` : '',
		row.aim,
		row.reached ? 'yes' : 'NO',
	])
	const table = [['what', 'ours', 'against', 'ratio', 'aim', 'reached'], ...cells]
	const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
	for (const line of table)
		process.stdout.write(`${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
}

const only = process.env.BENCH_ONLY?.split(',')
const scenarios = [homePage, podcastApi, publishing, transfer, courseScale, questionsAtScale, membersAtScale].filter(
	({ name }) => !only || only.includes(name),
)
const folder = mkdtempSync(join(tmpdir(), 'second-chair-bench-'))
try {
	execFileSync(process.execPath, ['src/app/build/build.ts'], { stdio: 'inherit' })
	mkdirSync(join(folder, 'data'))
	const rows: Row[] = []
	for (const scenario of scenarios) rows.push(...(await scenario(folder)))
	print(rows)
	const result = { node: process.version, date: new Date().toISOString(), rows }
	const target = process.argv[2]
	if (target) writeFileSync(target, `${JSON.stringify(result, null, '\t')}\n`)
	else process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
	rmSync(folder, { recursive: true, force: true })
}
