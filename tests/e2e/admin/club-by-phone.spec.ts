import type { Page } from 'playwright/test'
import { settingsPages } from '#src/features/settings/settings-pages.ts'
import { samplePicture } from '#tests/support/media-samples.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { awake, expect, expectAccessible, showTheme, test } from '../support/fixtures.ts'
import { type OwnServer, startServer } from '../support/server.ts'
import { PHONE } from '../support/slow-line.ts'

// The settings of a new club, made by its owner on a phone.

const OWNER = { email: 'owner@club.example', password: 'four chairs in a row' }

let club: OwnServer
test.beforeAll(async () => {
	const port = String(await freePort())
	club = await startServer({
		NODE_ENV: 'production',
		PORT: port,
		PUBLIC_URL: `http://localhost:${port}`,
		SECRET_KEY: 'a secret that only this journey knows',
		ADMIN_EMAIL: OWNER.email,
		ADMIN_PASSWORD: OWNER.password,
		SEED_DEMO: '',
		PODCAST_FEED_URL: '',
	})
})
test.afterAll(() => club.stop())

async function open(page: Page, path: string): Promise<void> {
	await page.goto(path)
	await awake(page)
}

async function save(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Save settings' }).press('Enter')
	await expect(page.getByText('All changes saved.')).toBeVisible()
}

const tab = (page: Page, name: string) =>
	page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: new RegExp(`^${name}`) })

test('a new club says nothing of its own, and its owner sets it up page by page', async ({ browser }) => {
	const context = await browser.newContext({ baseURL: club.url, viewport: PHONE })
	const home = async () => (await context.request.get('/')).text()
	const says = (words: string) => expect.poll(async () => (await home()).includes(words)).toBe(true)
	expect(await home()).not.toMatch(/nationwide|podcasts\.apple\.com|open\.spotify\.com|href="\/#?podcast">Podcast/)

	const page = await context.newPage()
	await open(page, '/auth')
	await page.getByRole('textbox', { name: 'Email' }).fill(OWNER.email)
	await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(page).toHaveURL(/\/admin$/)

	await open(page, '/admin/settings')
	await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
	await page.getByRole('region', { name: 'The club' }).getByLabel('Name').fill('Lone Star Bench')
	await expect(page.getByRole('region', { name: 'Preview' }).getByText('Lone Star Bench').first()).toBeVisible()
	// Left and found again: the draft waits in this browser.
	await tab(page, 'Mail').press('Enter')
	await expect(page).toHaveURL(/\/admin\/settings\/mail$/)
	await awake(page)
	await expect(tab(page, 'Mail')).toBeInViewport()
	await expect(tab(page, 'Club')).toContainText('Unsaved')
	await page.getByLabel('Postal address').fill('Lone Star Bench\n12 Court Street')
	await save(page)
	await tab(page, 'Club').press('Enter')
	await awake(page)
	await save(page)
	await says('Lone Star Bench')

	await tab(page, 'Front page').press('Enter')
	await awake(page)
	const front = page.getByRole('region', { name: 'Front page' })
	await expect(front.getByLabel('Line next to the Apply link')).toHaveValue('')
	await front
		.locator('input[data-upload="picture"]')
		.setInputFiles({ name: 'court.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(1200, 880) })
	await expect(front.getByRole('textbox', { name: 'Picture', exact: true })).toHaveValue(/court\.webp$/)
	await front.getByLabel('What the picture shows').fill('A courthouse at noon')
	await save(page)
	await says('A courthouse at noon')

	await tab(page, 'Podcast').press('Enter')
	await awake(page)
	await page.getByLabel('Feed address').fill('https://feeds.example/club.xml')
	await save(page)
	await says('href="/#podcast">Podcast')

	const visitor = await browser.newPage({ baseURL: club.url, viewport: PHONE })
	await visitor.goto('/')
	await expect(visitor.getByRole('img', { name: 'A courthouse at noon' })).toHaveJSProperty('complete', true)
	await expectAccessible(visitor)
	await visitor.close()
	await context.close()
})

for (const { slug } of settingsPages)
	test(`the settings page ${slug} is accessible and fits a phone`, async ({ browser }) => {
		const page = await browser.newPage({ baseURL: club.url, viewport: PHONE })
		await open(page, `/auth?next=/admin/settings/${slug}`)
		await page.getByRole('textbox', { name: 'Email' }).fill(OWNER.email)
		await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
		await page.getByRole('button', { name: 'Login' }).click()
		await expect(page).toHaveURL(new RegExp(`/admin/settings/${slug}$`))
		await awake(page)
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
		expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(
			slug === 'front' ? 4200 : 3000,
		)
		for (const theme of ['light', 'dark'] as const) {
			await showTheme(page, theme)
			await expectAccessible(page)
		}
		await page.close()
	})
