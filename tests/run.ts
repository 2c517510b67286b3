import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { deployTools, hasProgram } from '#tests/support/servers/deploy-tools.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { hasSmallDisks } from '#tests/support/servers/small-disk.ts'
import { hasSqld } from '#tests/support/servers/sqld.ts'
import { findChromium } from '#tests/support/site/chromium.ts'
import { runCommand, stopCommands } from './support/run/command.ts'
import { testEnvironment } from './support/run/environment.ts'
import { type FileTime, playwrightReport, type Tally, vitestReport } from './support/run/reports.ts'

// `npm test`: every check of the project; the last line is the result.
//   --all    adds the slow tests, and the API tests on a libSQL server (`npm run test:all`)
//   --fast   leaves out the browser tests (`npm run check`)
//   --keep   keeps the temporary folder, with the pages of failed browser tests

const MINUTE = 60_000
/** Number of slowest files to print. */
const SLOWEST = 5
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'sc-tests-'))
const all = process.argv.includes('--all')
const fast = process.argv.includes('--fast')
const keep = process.argv.includes('--keep')
const env = {
	...testEnvironment(root, folder),
	...(all ? {} : { DAILY_TESTS: '1' }),
	...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
}
// Chosen before the build, because pages contain their own URL.
const port = String(await freePort())

interface StageResult extends Tally {
	output: string
	files?: readonly FileTime[]
}
interface Stage {
	name: string
	run(): Promise<StageResult>
}

/** Timeout of a stage. On an idle machine the longest stage takes 4 minutes, or 45 minutes with `--all`. */
const STAGE_LIMIT_MS = (all ? 150 : 40) * MINUTE

const run = (command: readonly string[], extra: Record<string, string> = {}) =>
	runCommand(command, { cwd: root, env: { ...env, ...extra }, timeout: STAGE_LIMIT_MS })

/** Returns a stage that runs a command and reports it as one test. */
const check = (name: string, command: readonly string[], extra?: Record<string, string>): Stage => ({
	name,
	async run() {
		const { ok, output } = await run(command, extra)
		return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output }
	},
})

/** Returns a stage that runs some projects of vitest.config.ts. */
const vitest = (name: string, ...projects: readonly string[]): Stage => ({
	name,
	async run() {
		const report = join(folder, `vitest-${projects.join('-')}.json`)
		const { ok, output } = await run([
			...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
			...projects.flatMap((project) => ['--project', project]),
		])
		return { ...vitestReport(report, ok), output }
	},
})

const unitAndApi = vitest('unit and API tests', 'unit', 'islands', 'api')
const apiOnServer = vitest('API tests on a libSQL server', 'server')
/** Tests that need a server: kills, freezes, floods, and two nodes. */
const remoteTests = vitest('tests of a libSQL server', 'remote')

const browser: Stage = {
	name: 'browser tests',
	async run() {
		const report = join(folder, 'playwright.json')
		let chromium: string
		try {
			chromium = findChromium((line) => console.log(line))
		} catch (error) {
			return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) }
		}
		const { ok, output } = await run(['playwright', 'test'], {
			CHROMIUM_PATH: chromium,
			E2E_PORT: port,
			E2E_FOLDER: folder,
			E2E_REPORT: report,
		})
		return { ...playwrightReport(report, ok), output }
	},
}

// By path, because two packages have a program of this name.
const tsc = ['node', 'node_modules/typescript-native/bin/tsc']

/** Checks that do not run the product. Compiler results are cached for the next run. */
const staticChecks: readonly Stage[] = [
	check('format and lint', ['biome', 'check', '.', '--error-on-warnings', '--max-diagnostics=100']),
	check('frontmatter format', ['biome', 'format', '.', '--config-path=biome.frontmatter.json']),
	check('import rules', ['depcruise', 'src', 'db', 'packages', 'tests', 'tools', '--output-type', 'err-long']),
	check('sizes', ['node', 'tools/sizes.ts']),
	check('unused files and exports', ['knip']),
	check('types', [...tsc, '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']),
	// `astro check` would also check .ts files, but more slowly and without finding more, so it gets only .astro files.
	check('types of .astro files', ['astro', 'check', '--tsconfig', 'tsconfig.astro.json']),
]
const build = check('build', ['node', 'src/app/preflight.mjs', 'build'], { PORT: port })

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

const total: Tally = { passed: 0, failed: 0 }
const failedStages: string[] = []
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Runs a stage. Prints its result in one line, its whole output if it failed, and its slowest files. */
async function report({ name, run: runStage }: Stage): Promise<void> {
	const start = performance.now()
	const { passed, failed, output, files = [] } = await runStage()
	const counts = passed + failed > 1 ? `${passed} passed, ${failed} failed, ` : ''
	console.log(`${name} ... ${failed > 0 ? 'FAILED' : 'ok'} (${counts}${seconds(performance.now() - start)})`)
	if (failed > 0) console.log(`\n${(process.stdout.isTTY ? output : stripVTControlCharacters(output)).trim()}\n`)
	const slowest = files.toSorted((a, b) => b.duration - a.duration).slice(0, SLOWEST)
	for (const { file, duration } of slowest) console.log(`    ${seconds(duration).padStart(7)}  ${file}`)
	total.passed += passed
	total.failed += failed
	if (failed > 0) failedStages.push(name)
}

async function runSequentially(stages: readonly Stage[]): Promise<void> {
	for (const stage of stages) await report(stage)
}

const start = performance.now()
const canServe = all && hasSqld()
// These run in parallel, because they do not slow each other down. Browser tests would be slowed, so they run later.
// The last stage of the first lane mostly waits for frozen or stopped servers.
await Promise.all([
	runSequentially([...staticChecks, ...(fast ? [] : [build]), ...(canServe ? [remoteTests] : [])]),
	runSequentially([unitAndApi, ...(canServe ? [apiOnServer] : [])]),
])
if (!fast) await report(browser)
await cleanUp()
if (all && !canServe)
	console.log(
		`\nNOT RUN: ${apiOnServer.name}, ${remoteTests.name}. The package sqld has no server for ${process.platform} on ${process.arch}.`,
	)
if (all) {
	for (const { program, what } of deployTools)
		if (!hasProgram(program)) console.log(`NOT RUN: ${program}, which checks ${what} (deploy/). It is not installed.`)
	if (!hasSmallDisks())
		console.log(
			'NOT RUN: a database on a disk that is really full (tests/api/operations/disk-full.test.ts). This user may mount none.',
		)
}
if (failedStages.length > 0) console.log(`\nFailed: ${failedStages.join(', ')}`)
console.log(`${seconds(performance.now() - start)}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
