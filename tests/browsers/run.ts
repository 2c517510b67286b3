import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#tests/e2e/support/server.ts'
import type { Browser, BrowserKind } from './browser.ts'
import { firefox } from './firefox.ts'
import { journey, type Step } from './journey.ts'
import { Page } from './page.ts'
import { webkit } from './webkit.ts'

// `npm run browsers`: one journey through the product in each installed browser, on the built server with its own
// database. `npm run browsers -- webkitgtk` runs one browser. The last line is the result.

const kinds: readonly BrowserKind[] = [firefox, webkit]
const requested = process.argv.slice(2).map((name) => name.toLowerCase())

/** Runs a step. @returns its error and its console errors, or an empty string. */
async function runStep({ run }: Step, page: Page, browser: Browser): Promise<string> {
	const before = browser.problems.length
	const failure = await run(page).then(
		() => [],
		(error: unknown) => [error instanceof Error ? error.message : String(error)],
	)
	return [...failure, ...browser.problems.slice(before)].join('\n  ')
}

async function runJourney(kind: BrowserKind): Promise<{ passed: number; failed: number }> {
	const folder = mkdtempSync(join(tmpdir(), 'sc-browsers-'))
	const server = await startServer({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' })
	const tally = { passed: 0, failed: 0 }
	try {
		const browser = await kind.launch(folder)
		try {
			const page = new Page(browser, server.url)
			console.log(browser.version)
			for (const step of journey) {
				const failure = await runStep(step, page, browser)
				tally[failure ? 'failed' : 'passed']++
				console.log(failure ? `✗ ${step.name}\n  ${failure}` : `✓ ${step.name}`)
			}
		} finally {
			await browser.close()
		}
	} finally {
		await server.stop()
		rmSync(folder, { recursive: true, force: true })
	}
	return tally
}

const total = { passed: 0, failed: 0 }
for (const kind of kinds.filter(({ name }) => requested.length === 0 || requested.includes(name.toLowerCase()))) {
	const missing = kind.missing()
	if (missing.length > 0) {
		console.log(`NOT RUN: ${kind.name}. ${missing.join(', ')} is not installed: apt-get install ${kind.packages}`)
		continue
	}
	try {
		const { passed, failed } = await runJourney(kind)
		total.passed += passed
		total.failed += failed
	} catch (error) {
		total.failed++
		console.log(`✗ ${kind.name}: ${error instanceof Error ? error.message : String(error)}`)
	}
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
