import type { Page } from 'playwright/test'
import { settingsPages } from '#src/features/settings/settings-pages.ts'
import { samplePicture } from '#tests/support/media/media-samples.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { awake, expect, expectAccessible, open, showTheme, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { type OwnServer, startServer } from '../support/server.ts'
import { PHONE } from '../support/slow-line.ts'

// An owner sets up a new club and its first course for members on a phone.

const OWNER = { email: 'owner@club.example', password: 'four chairs in a row' }

// All tests share one server.
test.describe.configure({ mode: 'default' })
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

async function signIn(page: Page, next: string): Promise<void> {
	await open(page, `/auth?next=${next}`)
	await page.getByRole('textbox', { name: 'Email' }).fill(OWNER.email)
	await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(page).toHaveURL(club.url + next)
	await awake(page)
}

async function save(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Save settings' }).press('Enter')
	await expect(page.getByText('All changes saved.')).toBeVisible()
}

const tab = (page: Page, name: string) =>
	page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: new RegExp(`^${name}`) })

test('a new club shows no demonstration text, and its owner sets it up page by page', async ({ browser }) => {
	const context = await browser.newContext({ baseURL: club.url, viewport: PHONE })
	const home = async () => (await context.request.get('/')).text()
	const expectOnHome = (text: string) => expect.poll(async () => (await home()).includes(text)).toBe(true)
	expect(await home()).not.toMatch(/nationwide|podcasts\.apple\.com|open\.spotify\.com|href="\/#?podcast">Podcast/)

	const page = await context.newPage()
	await signIn(page, '/admin/settings')
	await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
	const draft = await send<{ id: string }>(page, 'POST', '/api/admin/mailings', {})
	await open(page, `/admin/mailings/${draft.id}`)
	await page.getByRole('link', { name: 'Enter the address of your club' }).press('Enter')
	await expect(page).toHaveURL(/\/admin\/settings\/mail$/)
	await open(page, '/admin/settings')
	await page.getByRole('region', { name: 'The club' }).getByLabel('Name').fill('Lone Star Bench')
	await expect(page.getByRole('region', { name: 'Preview' }).getByText('Lone Star Bench').first()).toBeVisible()
	// Leave and return: the draft is kept in this browser.
	await tab(page, 'Mail').press('Enter')
	await expect(page).toHaveURL(/\/admin\/settings\/mail$/)
	await awake(page)
	await expect(tab(page, 'Mail')).toBeInViewport()
	await expect(tab(page, 'Club')).toContainText('Unsaved')
	await page.getByLabel('Postal address').fill('Lone Star Bench\n12 Court Street')
	await save(page)
	await open(page, `/admin/mailings/${draft.id}`)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Enter the address of your club' })).toHaveCount(0)
	await open(page, '/admin/settings/mail')
	await tab(page, 'Club').press('Enter')
	await awake(page)
	await save(page)
	await expectOnHome('Lone Star Bench')

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
	await expectOnHome('A courthouse at noon')

	await tab(page, 'Podcast').press('Enter')
	await awake(page)
	await page.getByLabel('Feed address').fill('https://feeds.example/club.xml')
	await save(page)
	await expectOnHome('href="/#podcast">Podcast')

	const visitor = await browser.newPage({ baseURL: club.url, viewport: PHONE })
	await visitor.goto('/')
	await expect(visitor.getByRole('img', { name: 'A courthouse at noon' })).toHaveJSProperty('complete', true)
	await expectAccessible(visitor)
	await visitor.close()
	await context.close()
})

test('a course is published for members because of the default in the settings', async ({ browser }) => {
	const context = await browser.newContext({ baseURL: club.url, viewport: PHONE })
	const page = await context.newPage()
	await signIn(page, '/admin/settings/members')
	await page.getByLabel('Who can read a new course').selectOption('Members')
	await save(page)
	await open(page, '/admin/courses')
	await page.getByRole('button', { name: 'Add Course' }).press('Enter')
	const dialog = page.getByRole('dialog', { name: 'Add Course' })
	await expect(dialog.getByLabel('Who can read it')).toHaveValue('members')
	await dialog.getByLabel('Title').fill('The first call')
	await dialog.getByLabel('Description').fill('How a call becomes a client, in an afternoon.')
	await expectAccessible(page)
	await dialog.getByRole('button', { name: 'Create Course' }).press('Enter')
	await expect(page).toHaveURL(/\/modules$/)
	await awake(page)
	const course = /courses\/([^/]+)/.exec(page.url())?.[1]
	await send(page, 'POST', `/api/courses/${course}/modules`, {
		...{ title: 'Say the fee', description: 'What it is about.', type: 'text', content: '<p>A secret of members.</p>' },
	})
	await page.reload()
	await awake(page)
	await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
	const confirmDialog = page.getByRole('alertdialog', { name: 'Publish this course?' })
	await expect(confirmDialog.getByLabel('Who can read it')).toHaveValue('members')
	await expectAccessible(page)
	await confirmDialog.getByRole('button', { name: 'Publish' }).press('Enter')
	await expect(page.getByText('Members can now read the course.', { exact: true })).toBeVisible()

	const visitor = await browser.newPage({ baseURL: club.url, viewport: PHONE })
	const read = async () => (await visitor.request.get(`/courses/${course}`)).text()
	await expect.poll(async () => (await read()).includes('Say the fee')).toBe(true)
	expect(await read()).not.toContain('A secret of members')
	await visitor.goto('/courses')
	await expect(visitor.locator('.course-card').getByText('Members', { exact: true })).toBeVisible()

	await page.getByRole('button', { name: 'Unpublish' }).press('Enter')
	await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
	await confirmDialog.getByLabel('Who can read it').selectOption('Anyone on the internet')
	await confirmDialog.getByRole('button', { name: 'Publish' }).press('Enter')
	await expect(page.getByText('The course is now public.', { exact: true })).toBeVisible()
	await expect.poll(async () => (await read()).includes('A secret of members')).toBe(true)
	await open(page, '/admin/courses')
	await expect(page.getByRole('article').getByText('Public', { exact: true })).toBeVisible()
	await visitor.close()
	await context.close()
})

test('the settings pages are short, accessible and fit a phone', async ({ browser }) => {
	const page = await browser.newPage({ baseURL: club.url, viewport: PHONE })
	await signIn(page, '/admin/settings')
	for (const { slug, label } of settingsPages) {
		await open(page, `/admin/settings/${slug}`)
		await expect(tab(page, label)).toHaveAttribute('aria-current', 'page')
		await expect(tab(page, label)).toBeInViewport({ ratio: 0.9 })
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
		// A single page with all settings was 11,406 px tall.
		expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4200)
		// At the end of the page the sticky bar covers nothing: axe reports a half-covered button as a small target.
		await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
		for (const theme of ['light', 'dark'] as const) {
			await showTheme(page, theme)
			await expectAccessible(page)
		}
	}
	expect((await page.goto('/admin/settings/nothing'))?.status()).toBe(404)
	await expect(page.getByRole('link', { name: 'Back to Settings' })).toBeVisible()
	await page.close()
})
