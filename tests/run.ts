import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './support/chromium.ts'
import { freePort } from './support/free-port.ts'
import { runCommand, stopCommands } from './support/run/command.ts'
import { testEnvironment } from './support/run/environment.ts'
import { playwrightTally, type Tally, vitestTally } from './support/run/reports.ts'

// `npm test`: every check of the project, one after the other, and the last line says how it went.
//   --fast   without the browser tests (`npm run check`)
//   --keep   keeps the temporary folder, with the traces of failed browser tests

const MINUTE = 60_000
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'sc-tests-'))
const fast = process.argv.includes('--fast')
const keep = process.argv.includes('--keep')
const env = { ...testEnvironment(root, folder), ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) }
// Chosen before the build, since pages name the address they are served at.
const port = String(await freePort())

interface StageResult extends Tally {
	output: string
}
interface Stage {
	name: string
	run(): Promise<StageResult>
}

const run = (command: readonly string[], extra: Record<string, string> = {}) =>
	runCommand(command, { cwd: root, env: { ...env, ...extra }, timeout: 15 * MINUTE })

/** A stage that is green when its command succeeds, and counts as one test. */
const check = (name: string, command: readonly string[], extra?: Record<string, string>): Stage => ({
	name,
	async run() {
		const { ok, output } = await run(command, extra)
		return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output }
	},
})

const unitAndApi: Stage = {
	name: 'unit and API tests',
	async run() {
		const report = join(folder, 'vitest.json')
		const { ok, output } = await run([
			'vitest',
			'run',
			'--reporter=default',
			'--reporter=json',
			`--outputFile.json=${report}`,
		])
		return { ...vitestTally(report, ok), output }
	},
}

const browser: Stage = {
	name: 'browser tests',
	async run() {
		const report = join(folder, 'playwright.json')
		let chromium: string
		try {
			chromium = findChromium((line) => process.stdout.write(`${line} ... `))
		} catch (error) {
			return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) }
		}
		const { ok, output } = await run(['playwright', 'test'], {
			CHROMIUM_PATH: chromium,
			E2E_PORT: port,
			E2E_FOLDER: folder,
			E2E_REPORT: report,
		})
		return { ...playwrightTally(report, ok), output }
	},
}

const stages: readonly Stage[] = [
	check('format and lint', ['biome', 'check', '.', '--error-on-warnings', '--max-diagnostics=100']),
	check('frontmatter format', ['biome', 'format', '.', '--config-path=biome.frontmatter.json']),
	check('types', ['tsc', '--noEmit']),
	check('types of .astro files', ['astro', 'check']),
	check('import rules', ['depcruise', 'src', 'db', 'tests', 'tools', '--output-type', 'err-long']),
	unitAndApi,
	...(fast ? [] : [check('build', ['node', 'src/server/preflight.mjs', 'build'], { PORT: port }), browser]),
]

async function cleanUp(): Promise<void> {
	await stopCommands()
	if (keep) console.log(`\nKept: ${folder}`)
	else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.once(signal, async () => {
		await cleanUp()
		process.exit(1)
	})

/** Runs one stage and says how it went: one line when green, everything it wrote when red. */
async function report({ name, run: runStage }: Stage): Promise<Tally> {
	process.stdout.write(`${name} ... `)
	const start = performance.now()
	const { passed, failed, output } = await runStage()
	const seconds = ((performance.now() - start) / 1000).toFixed(1)
	const counts = passed + failed > 1 ? `${passed} passed, ${failed} failed, ` : ''
	console.log(`${failed > 0 ? 'FAILED' : 'ok'} (${counts}${seconds} s)`)
	if (failed > 0) console.log(`\n${(process.stdout.isTTY ? output : stripVTControlCharacters(output)).trim()}\n`)
	return { passed, failed }
}

const total: Tally = { passed: 0, failed: 0 }
const red: string[] = []
for (const stage of stages) {
	const { passed, failed } = await report(stage)
	total.passed += passed
	total.failed += failed
	if (failed > 0) red.push(stage.name)
}
await cleanUp()
if (red.length > 0) console.log(`\nFailed: ${red.join(', ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
