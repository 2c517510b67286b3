import type { Page } from 'playwright/test'
import { inMinutes, makeSession, removeSession } from '../support/coaching.ts'
import { awake, expect, expectAccessible, type Role, signOut, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// The home of a member: news from the club, and what to do next.

const DESK = { width: 1440, height: 900 }
const BODY = 'How do the rest of you handle this, and what would you do again?'

async function ask(page: Page, title: string): Promise<string> {
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const question = { title, body: BODY, categoryId: category?.id }
	return (await send<{ id: string }>(page, 'POST', '/api/questions', question)).id
}

/** Marks everything as read for the signed-in member. */
async function readEverything(page: Page): Promise<void> {
	const { until } = await send<{ until: object }>(page, 'GET', '/api/questions/unread')
	await send(page, 'PUT', '/api/questions/read', { until })
	await send(page, 'POST', '/api/notifications/read', { all: true })
}

const club = (page: Page) => page.getByRole('region', { name: 'New in the club' })
const row = (page: Page, title: string) => club(page).getByRole('listitem').filter({ hasText: title })
const greeting = (page: Page) => page.getByText(/^Good (morning|afternoon|evening), Marcus\./)

/** Opens the home through the header, as members do. */
async function goHome(page: Page): Promise<void> {
	const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true })
	if (!(await home.isVisible())) await page.getByRole('button', { name: 'Menu', exact: true }).click()
	await home.click()
	await expect(page).toHaveURL('/dashboard')
	await expect(page.locator('#site-nav a[aria-current="page"]')).toHaveText('Home')
}

async function expectFits(page: Page): Promise<void> {
	for (const width of [320, 390]) {
		await page.setViewportSize({ width, height: 800 })
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
	}
}

for (const [where, viewport] of [
	['on a phone', PHONE],
	['on a desktop', DESK],
] as const)
	test.describe(where, () => {
		test.use({ viewport })

		test('the home lists a colleague’s question and answer until they are read', async ({ page, signInAs }) => {
			const title = `Who waters the plants in August, ${where}?`
			await signInAs('member')
			await readEverything(page)
			const own = await ask(page, `Which plants survive without water, ${where}?`)
			await signInAs('admin')
			const id = await ask(page, title)
			await send(page, 'POST', `/api/questions/${own}/comments`, { body: 'A cactus, and it does so with pleasure.' })
			await signInAs('member')
			if (where === 'on a phone') await slowLine(page)
			await page.goto('/courses')
			await goHome(page)
			await expect(greeting(page)).toContainText('1 new answer')
			await expect(club(page).getByRole('link', { name: 'All unread (2)' })).toBeVisible()
			await expect(club(page).getByRole('listitem')).toHaveCount(6)
			await expect(row(page, title)).toContainText('Ruth Adeyemi asked')
			await expect(row(page, title).getByText('Unread')).toBeAttached()
			const answered = row(page, `Which plants survive without water, ${where}?`)
			await expect(answered).toContainText('Ruth Adeyemi answered')
			await expectAccessible(page)

			// Go to the answer by keyboard, and back.
			const read = page.waitForResponse((reply) => reply.url().endsWith(`/api/questions/${own}/read`))
			await answered.getByRole('link').focus()
			await page.keyboard.press('Enter')
			await expect(page).toHaveURL(new RegExp(`/questions/${own}`))
			await expect(page.getByText('A cactus, and it does so with pleasure.')).toBeInViewport()
			await read
			await page.goBack()
			await expect(answered.getByText('Unread')).toHaveCount(0)
			await expect(greeting(page)).not.toContainText('new answer')
			await club(page).getByRole('link', { name: 'All unread (1)' }).click()
			await expect(page).toHaveURL('/questions?show=unread')
			const last = page.waitForResponse((reply) => reply.url().endsWith(`/api/questions/${id}/read`))
			await page.getByRole('link', { name: title }).click()
			await last
			await goHome(page)
			await expect(row(page, title).getByText('Unread')).toHaveCount(0)
			await expect(club(page).getByText('You have read everything.')).toBeVisible()
			await expect(club(page).getByRole('link', { name: /^All unread/ })).toHaveCount(0)
		})
	})

test("a phone's first screen has the greeting, the course and what is new", async ({ page, signInAs }) => {
	await page.setViewportSize(PHONE)
	await signInAs('admin')
	await ask(page, 'What stands at the top of your first letter?')
	await signInAs('member')
	await page.goto('/dashboard')
	await awake(page)
	const course = page.getByRole('link', { name: /^(Resume module \d|Open the course)/ })
	for (const part of [
		page.getByRole('heading', { level: 1, name: 'Your Learning Dashboard' }),
		greeting(page),
		course,
		club(page).getByRole('listitem').nth(2),
	]) {
		const box = await part.boundingBox()
		expect((box?.y ?? 9999) + (box?.height ?? 0), (await part.textContent()) ?? '').toBeLessThanOrEqual(844)
	}
	await expectAccessible(page)
	await expectFits(page)
	// Forced colors remove backgrounds: the dot and the button still show.
	await page.emulateMedia({ forcedColors: 'active' })
	const dot = await club(page)
		.locator('.unread-mark')
		.first()
		.evaluate((mark) => getComputedStyle(mark, '::before').backgroundColor)
	expect(dot).toBe('rgb(0, 0, 0)')
	await expect(page.getByRole('button', { name: /^Play / })).toHaveCSS('border-top-style', 'solid')
	await course.click()
	await expect(page).toHaveURL(/\/courses\//)
})

test('a topic is suggested for the next session, and the greeting names its day', async ({ page, signInAs }) => {
	const session = await makeSession(page, signInAs, { title: 'A call that is near', scheduledAt: inMinutes(5 * 60) })
	try {
		await signInAs('member')
		await page.goto('/dashboard')
		await awake(page)
		await expect(greeting(page)).toContainText(/1 session (today|tomorrow)/)
		const next = page.getByRole('region', { name: 'Next coaching session' })
		await expect(next.getByRole('link', { name: 'A call that is near' })).toBeVisible()
		await next.getByRole('button', { name: 'Suggest a Topic' }).focus()
		await page.keyboard.press('Enter')
		const dialog = page.getByRole('dialog', { name: 'Suggest a Topic' })
		await dialog.getByLabel('Topic', { exact: true }).fill('How to end a call that has no end')
		await expectAccessible(page)
		await dialog.getByRole('button', { name: 'Submit Topic' }).click()
		await expect(page.getByText('Topic submitted', { exact: true })).toBeVisible()
		await expect(next.getByText('How to end a call that has no end')).toBeVisible()
		await expect(next.getByRole('button', { name: 'Suggest a Topic' })).toHaveCount(0)
	} finally {
		await removeSession(page, signInAs, session.id)
	}
	// The session was deleted, so the home does not name it.
	await signInAs('member')
	await page.goto('/dashboard')
	await expect(greeting(page)).not.toContainText('today')
	const next = page.getByRole('region', { name: 'Next coaching session' })
	await expect(next.getByText('A call that is near')).toHaveCount(0)
})

test('the latest episode plays in the bar of the page, and pauses with the same button', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/dashboard')
	const episode = page.getByRole('region', { name: 'Latest episode' })
	await episode.getByRole('button', { name: /^Play / }).click()
	const bar = page.getByRole('region', { name: 'Now playing' })
	await expect(bar).toBeVisible()
	await expect(episode.getByRole('button', { name: /^Pause / })).toBeVisible()
	await expect(bar.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await expectAccessible(page)
	await episode.getByRole('button', { name: /^Pause / }).click()
	await expect(episode.getByRole('button', { name: /^Play / })).toBeVisible()
})

test('Home leads visitors to the home page and members to their dashboard, on public pages too', async ({
	page,
	context,
	signInAs,
}) => {
	const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true })
	await page.goto('/')
	await expect(home).toHaveAttribute('href', '/')
	await expect(home).toHaveAttribute('aria-current', 'page')
	for (const role of ['member', 'admin'] satisfies Role[]) {
		await signInAs(role)
		for (const path of ['/', '/courses', '/coaching']) {
			await page.goto(path)
			await expect(home).toHaveAttribute('href', '/dashboard')
			await expect(home).not.toHaveAttribute('aria-current')
		}
		await expect(page.getByRole('banner').getByRole('link', { name: 'Second Chair' })).toHaveAttribute('href', '/')
	}
	await signOut(context)
})

test('names and titles in Hebrew, and long words without a break, fit', async ({ page, signInAs }) => {
	await signInAs('admin')
	const long = `Zugzwang${'zugzwang'.repeat(22)}?`
	await ask(page, long)
	await ask(page, 'מה שואלים בשיחה הראשונה עם לקוח?')
	await signInAs('member')
	await page.setViewportSize(DESK)
	await page.goto('/dashboard')
	await expect(row(page, long)).toBeVisible()
	await expect(row(page, 'מה שואלים').getByRole('link')).toHaveCSS('direction', 'rtl')
	await expectFits(page)
})

test('without scripts the home is complete, and its links work', async ({ browser, page, baseURL, signInAs }) => {
	await signInAs('member')
	const context = await browser.newContext({
		...{ javaScriptEnabled: false, baseURL: baseURL ?? '' },
		storageState: await page.context().storageState(),
	})
	const plain = await context.newPage()
	await plain.goto('/dashboard')
	await expect(club(plain).getByRole('listitem').first()).toBeVisible()
	await expect(plain.getByRole('button', { name: /^Play / })).toBeHidden()
	await plain.getByRole('link', { name: /^(Resume module \d|Open the course)/ }).click()
	await expect(plain).toHaveURL(/\/courses\//)
	await context.close()
})
