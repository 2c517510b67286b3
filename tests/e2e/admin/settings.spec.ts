import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { Settings } from '#src/features/settings/contract.ts'
import { awake, expect, expectAccessible, openSession, showTheme, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { type OwnServer, startServer } from '../support/server.ts'
import { PHONE } from '../support/slow-line.ts'

// Settings change every page, so each test has its own server. The phone viewport is part of the test.
let server: OwnServer
let context: BrowserContext
let page: Page
let problems: string[]

const open = async (browser: Browser) => {
	const newContext = await browser.newContext({ baseURL: server.url, viewport: PHONE })
	await openSession(newContext, server.url, 'admin')
	return newContext
}

test.beforeEach(async ({ browser }) => {
	server = await startServer({ SEED_DEMO: 'true' })
	context = await open(browser)
	problems = []
	context.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text())
	})
	context.on('weberror', (thrown) => void problems.push(String(thrown.error())))
	page = await context.newPage()
})
test.afterEach(async () => {
	await context.close()
	await server.stop()
})

const section = (name: string) => page.getByRole('region', { name })
const saveStatus = () => page.getByText(/^(All changes saved|\d+ changes? (is|are) not saved)/)
const save = (target = page) => target.getByRole('button', { name: 'Save settings' }).click()
/** Waits until visitors get a page with, or without, this text. */
const expectServed = (path: string, text: string, isIncluded = true) =>
	expect.poll(async () => (await (await context.request.get(path)).text()).includes(text)).toBe(isIncluded)
async function openSettings(target = page, path = ''): Promise<void> {
	await target.goto(`/admin/settings${path}`)
	await awake(target)
}

test('a name and a color appear on the home page, in the catalog and in the next email', async ({ browser }) => {
	await openSettings()
	await expect(saveStatus()).toHaveText('All changes saved.')
	await section('The club').getByLabel('Name').fill('Lone Star Bench')
	await page.getByLabel('Button color', { exact: true }).fill('#6e1f2b')
	await expect(saveStatus()).toHaveText('2 changes are not saved. We keep unsaved changes in this browser.')
	await expect(section('The club').getByText('Unsaved')).toBeVisible()
	await expectAccessible(page)
	await save()
	await expect(saveStatus()).toHaveText('All changes saved.')
	await openSettings(page, '/mail')
	await page.getByRole('button', { name: 'Send me a test email' }).click()
	await expect(page.getByText(/^We sent it to admin@/)).toBeVisible()

	const visitor = await browser.newContext({ baseURL: server.url })
	const reader = await visitor.newPage()
	for (const path of ['/', '/courses', '/courses/005-client-intake', '/auth', '/nobody-sits-here']) {
		await expectServed(path, 'Lone Star Bench')
		await reader.goto(path)
		await expect(reader.getByRole('banner').getByRole('link', { name: 'Lone Star Bench' })).toBeVisible()
	}
	await reader.goto('/')
	await expect(reader).toHaveTitle('Build a thriving solo practice | Lone Star Bench')
	await expect(reader.getByRole('link', { name: 'Apply now' })).toBeVisible()
	await expect(reader.locator('.hero-actions .btn').first()).toHaveCSS('background-color', 'rgb(110, 31, 43)')
	for (const theme of ['light', 'dark'] as const) {
		await showTheme(reader, theme)
		await expectAccessible(reader)
	}
	await expectServed('/dev/mail', 'A test email from Lone Star Bench')
	await visitor.close()
	expect(problems).toEqual([])
})

test('the second of two admins sees what the first saved and loses no input', async ({ browser }) => {
	await openSettings()
	await section('The club').getByLabel('Tagline').fill('Never alone in court')
	const elsewhere = await open(browser)
	const other = await elsewhere.newPage()
	await openSettings(other)
	await other.getByRole('region', { name: 'The club' }).getByLabel('Tagline').fill('Two chairs, one table')
	await other.getByRole('region', { name: 'The club' }).getByLabel('Name').fill('Two Chairs')
	await save(other)
	await expect(other.getByText('All changes saved.')).toBeVisible()

	await save()
	const notice = page.getByRole('region', { name: /has changed since you opened it/ })
	await expect(notice).toBeFocused()
	// At the end of the page the sticky bar covers nothing: axe reports a half-covered link as a small target.
	await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
	await expectAccessible(page)
	// The name was not edited here, so it shows the other admin's value.
	await expect(section('The club').getByLabel('Name')).toHaveValue('Two Chairs')
	await expect(section('The club').getByLabel('Tagline')).toHaveValue('Never alone in court')
	await save()
	await expect(saveStatus()).toHaveText('All changes saved.')
	const saved = (await (await context.request.get('/api/admin/settings')).json()) as Settings
	expect(saved).toMatchObject({ name: 'Two Chairs', tagline: 'Never alone in court' })
	await elsewhere.close()
})

test('an unreadable color is rejected with its contrast, and other input stays', async () => {
	await openSettings()
	await section('The club').getByLabel('Name').fill('Lone Star Bench')
	const color = page.getByLabel('Accent color', { exact: true })
	await color.fill('#e1b566')
	await save()
	await expect(color).toBeFocused()
	const sentence = /Too pale for the light page: contrast 1\.\d, needs 4\.5/
	await expect(section('Look').getByText(sentence)).toBeVisible()
	expect(((await (await context.request.get('/api/admin/settings')).json()) as Settings).name).toBe('Second Chair')
	// Leave and return: the draft is kept.
	await openSettings()
	await expect(section('The club').getByLabel('Name')).toHaveValue('Lone Star Bench')
	await page.getByLabel('Accent color', { exact: true }).fill('#875a12')
	await save()
	await expect(saveStatus()).toHaveText('All changes saved.')
})

test('a club page is linked in the footer while it has text, and returns 404 when it has none', async () => {
	const expectStatus = async (status: number) =>
		expect.poll(async () => (await context.request.get('/privacy')).status()).toBe(status)
	const clearPrivacy = async () => {
		const { version } = (await (await context.request.get('/api/admin/settings')).json()) as Settings
		await send(page, 'PUT', '/api/admin/settings', { privacy: '', version })
		await expectStatus(404)
	}
	await clearPrivacy()
	await openSettings(page, '/pages')
	await page.getByRole('textbox', { name: 'Privacy' }).fill('We keep what you write, and nothing else.')
	await save()
	await expect(saveStatus()).toHaveText('All changes saved.')
	await expectStatus(200)
	await expectServed('/', 'href="/privacy"')
	await page.goto('/')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
	await expect(page.getByText('We keep what you write, and nothing else.')).toBeVisible()
	await expectAccessible(page)
	await clearPrivacy()
})

test('instructors are listed with a portrait or initials in the chosen order, by keyboard alone', async () => {
	await openSettings(page, '/people')
	const people = page.getByRole('group', { name: 'More teachers' })
	await people.getByRole('button', { name: 'Add a person' }).press('Enter')
	const third = people.getByRole('group', { name: 'Person 3' })
	await expect(third.getByLabel('Name')).toBeFocused()
	await page.keyboard.type('Ada Brightwater')
	await third.getByRole('button', { name: /^Move up.*Ada Brightwater$/ }).press('Enter')
	await expect(people.getByRole('group', { name: 'Person 2' }).getByLabel('Name')).toHaveValue('Ada Brightwater')
	await save()
	await expect(saveStatus()).toHaveText('All changes saved.')
	await expectServed('/', 'Ada Brightwater')
	await page.goto('/')
	await expect(page.getByRole('region', { name: 'Who teaches' }).getByRole('heading', { level: 3 })).toHaveText([
		'Ruth Adeyemi',
		'Tobias Lindqvist',
		'Ada Brightwater',
		'Noor Castellanos',
	])
	await expect(page.locator('.people .portrait-initials').nth(2)).toHaveText('AB')
})
