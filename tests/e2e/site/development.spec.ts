import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { testEnvironment } from '#tests/support/run/environment.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { expect, test } from '../support/fixtures.ts'

const root = join(import.meta.dirname, '../../..')

// Through the API, because `astro dev` refuses to start while another one is running.
const START = `import { dev } from 'astro'; await dev({ root: '.', server: { port: Number(process.env.PORT) } })`

test('npm run dev renders the pages, and signing in works', async ({ page }) => {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-dev-'))
	const port = String(await freePort())
	const child = spawn(process.execPath, ['--input-type=module', '--eval', START], {
		cwd: root,
		env: { ...testEnvironment(root, folder), NODE_ENV: 'development', PORT: port, SEED_DEMO: 'true' },
		stdio: ['ignore', 'ignore', 'inherit'],
	})
	try {
		const base = `http://localhost:${port}`
		await expect.poll(async () => (await fetch(base).catch(() => undefined))?.status, { timeout: 120_000 }).toBe(200)
		// On its first run Vite optimizes dependencies and reloads the page, which clears the fields: type again.
		await expect(async () => {
			await page.goto(`${base}/auth`)
			// If the first attempt signed in, the page has redirected.
			if (page.url() === `${base}/dashboard`) return
			await page.getByLabel('Email').fill(demoAccounts.member.email)
			await page.getByLabel('Password').fill(demoPassword)
			await page.getByRole('button', { name: 'Login' }).click()
			await expect(page).toHaveURL(`${base}/dashboard`)
		}).toPass({ timeout: 120_000 })
		await expect(page.getByRole('heading', { level: 1, name: /dashboard|welcome/i })).toBeVisible()
		await page.goto(`${base}/questions`)
		await expect(page.getByRole('heading', { level: 1, name: 'Questions' })).toBeVisible()
		expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Inter')
	} finally {
		// Close the page first: its pending module requests would fail once the server is gone.
		await page.close()
		child.kill('SIGTERM')
		if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
	}
})
