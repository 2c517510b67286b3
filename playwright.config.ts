import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { browserTests } from '#tests/support/run/daily.ts'
import { testEnvironment } from '#tests/support/run/environment.ts'
import { freePort } from './tests/support/servers/free-port.ts'
import { startCommand } from './tests/support/servers/start-command.ts'
import { CHROMIUM_FLAGS, findChromium } from './tests/support/site/chromium.ts'

const isStandalone = process.env.E2E_PORT === undefined
// `npm test` has already built the site for its port. A standalone run builds first: pages contain their URL.

const command = isStandalone ? `node src/app/preflight.mjs build && ${startCommand}` : startCommand

// Each worker loads this file again, so the environment passes on values that are chosen once.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_FOLDER ??= mkdtempSync(join(tmpdir(), 'sc-e2e-'))
// Nothing listens on this port until a mail test does. Until then mails stay queued, and nothing else is affected.
process.env.E2E_SMTP_PORT ??= String(await freePort())
const { E2E_PORT: port, E2E_FOLDER: folder } = process.env
// Keep the folder after a failure, for its traces.
if (isStandalone) process.once('exit', (code) => code === 0 && rmSync(folder, { recursive: true, force: true }))
const baseURL = `http://localhost:${port}`

export default defineConfig({
	testDir: 'tests/e2e',
	// Two hundred screens take longer than all other tests together: `npm run screens` runs them.
	testMatch: process.env.SCREENS ? ['**/*.spec.ts'] : browserTests,
	testIgnore: process.env.SCREENS ? [] : ['**/screens.spec.ts'],
	outputDir: join(folder, 'results'),
	forbidOnly: true,
	fullyParallel: true,
	// One worker more than most CI machines have cores: tests spend half of their time waiting.
	workers: 3,
	// Timeouts catch hangs, not slowness: a CI machine does several things at the same time.
	timeout: 180_000,
	expect: { timeout: 20_000 },
	reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'list',
	use: {
		baseURL,
		// A click on a missing element must fail long before its test times out.
		actionTimeout: 60_000,
		locale: 'en-US',
		timezoneId: 'America/New_York',
		// No video: recording took a fifth of the CPU, and the trace of a failed test shows the page at each step.
		// Recording a trace of each test takes time too, so only a standalone run does.
		trace: { mode: isStandalone ? 'retain-on-failure' : 'off', screenshots: false },
		video: 'off',
		// Tests cannot intercept requests of a service worker. Only the service worker's own test allows it.
		serviceWorkers: 'block',
		launchOptions: {
			executablePath: findChromium(),
			// No host outside this machine resolves: a page that requests one fails its test, see fixtures.ts.
			args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
		},
	},
	projects: [{ name: 'chromium' }],
	webServer: {
		command,
		url: `${baseURL}/readyz`,
		timeout: 180_000,
		gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
		stdout: 'ignore',
		stderr: 'pipe',
		env: {
			...testEnvironment(import.meta.dirname, folder),
			NODE_ENV: 'development',
			PORT: port,
			SEED_DEMO: 'true',
			SMTP_URL: `smtp://127.0.0.1:${process.env.E2E_SMTP_PORT}`,
			LOG_LEVEL: 'warn',
		},
	},
})
