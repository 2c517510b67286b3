import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { slowBrowserTests } from '#tests/support/run/daily.ts'
import { testEnvironment } from '#tests/support/run/environment.ts'
import { freePort } from './tests/support/servers/free-port.ts'
import { CHROMIUM_FLAGS, findChromium } from './tests/support/site/chromium.ts'

const isByItself = process.env.E2E_PORT === undefined
const serve = 'node src/app/preflight.mjs start'
// `npm test` has built the site for its port; by itself Playwright does so first, since pages name their address.
const command = isByItself ? `node src/app/preflight.mjs build && ${serve}` : serve

// Each worker reads this file again, so what is chosen once is handed on in the environment.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_FOLDER ??= mkdtempSync(join(tmpdir(), 'sc-e2e-'))
// Nobody listens there until a test of mails does: until then they wait, and nothing else may notice.
process.env.E2E_SMTP_PORT ??= String(await freePort())
const { E2E_PORT: port, E2E_FOLDER: folder } = process.env
// After a failure the folder stays, for its traces.
if (isByItself) process.once('exit', (code) => code === 0 && rmSync(folder, { recursive: true, force: true }))
const baseURL = `http://localhost:${port}`

export default defineConfig({
	testDir: 'tests/e2e',
	// Two hundred screens take longer than all other tests together: `npm run screens` looks at them.
	testIgnore: process.env.SCREENS ? [] : ['**/screens.spec.ts', ...slowBrowserTests],
	outputDir: join(folder, 'results'),
	forbidOnly: true,
	fullyParallel: true,
	workers: 2,
	// The whole run tries once more what failed and names it at its end; somebody at work on a test sees it fail.
	retries: isByItself ? 0 : 1,
	// Limits are for what hangs, not for what is slow: a machine of CI does several things at once.
	timeout: 180_000,
	expect: { timeout: 20_000 },
	reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'list',
	use: {
		baseURL,
		// A press on what is not there ends long before its test does.
		actionTimeout: 60_000,
		locale: 'en-US',
		timezoneId: 'America/New_York',
		// Without a film, which took a fifth of the processor: the trace of a failed test has the page at each step. To keep one
		// of each test that passes takes time too, so the whole run makes it when it tries again.
		trace: { mode: isByItself ? 'retain-on-failure' : 'on-first-retry', screenshots: false },
		video: 'off',
		// What the worker of the site fetches no test can hold up or answer; its own test lets it in.
		serviceWorkers: 'block',
		launchOptions: {
			executablePath: findChromium(),
			// Nothing outside this machine has a name: a page that asks for it fails its test, see fixtures.ts.
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
