import type { Page } from 'playwright/test'
import { WELCOME_STEPS } from '#src/lib/site/welcome-steps.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { expectReadable } from '../support/accessible.ts'
import { inMinutes, makeSession, removeSession } from '../support/coaching.ts'
import { awake, expect, expectAccessible, showTheme, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

const PASSWORD = 'a green door by the sea'
const card = (page: Page) => page.getByRole('region', { name: 'Your first steps' })
const follow = (page: Page, name: string) => card(page).getByRole('link', { name }).press('Enter')

/** Opens the dashboard and expects this many done steps. */
async function home(page: Page, done: number): Promise<void> {
	await page.goto('/dashboard')
	await awake(page)
	await expect(card(page).getByText(`${done} of 4 done`)).toBeVisible()
}

test.use({ viewport: PHONE })

for (const [where, viewport] of [
	['on a phone with a slow connection', PHONE],
	['on a desktop', { width: 1440, height: 900 }],
] as const)
	test(`an invited member is at home after four steps, ${where}`, async ({ page, site, browser, signInAs }) => {
		test.slow()
		const smtp = await startSmtp({ port: site.smtpPort })
		const person = { name: 'Noor Newcomer', email: `noor.newcomer.${viewport.width}@example.com` }
		const mailText = (text: RegExp) => smtp.to(person.email).find((mail) => text.test(mail.text))?.text ?? ''
		const call = await makeSession(page, signInAs, { title: 'The call of the newcomers', scheduledAt: inMinutes(600) })
		const guest = await browser.newContext({ baseURL: site.url, viewport })
		try {
			await send(page, 'POST', '/api/admin/invitations', person)
			await expect.poll(() => mailText(/reset-password/), { timeout: 30_000 }).not.toBe('')
			const newcomer = await guest.newPage()
			if (viewport === PHONE) await slowLine(newcomer)
			await newcomer.goto(/http\S+\/reset-password\S*/.exec(mailText(/reset-password/))?.[0] ?? '')
			await awake(newcomer)
			await newcomer.getByLabel('New Password', { exact: true }).fill(PASSWORD)
			await newcomer.getByLabel('Confirm New Password').fill(PASSWORD)
			await newcomer.keyboard.press('Enter')
			await expect(newcomer).not.toHaveURL(/reset-password/)
			await expect.poll(() => mailText(/You have joined/), { timeout: 30_000 }).not.toBe('')
			for (const { href } of WELCOME_STEPS) expect(mailText(/You have joined/)).toContain(href)

			await newcomer.goto('/auth')
			await awake(newcomer)
			await newcomer.getByLabel('Email').fill(person.email)
			await newcomer.getByLabel('Password').fill(PASSWORD)
			await newcomer.keyboard.press('Enter')
			await expect(newcomer).toHaveURL(/\/dashboard$/)
			await home(newcomer, 0)

			await follow(newcomer, 'Introduce yourself')
			await awake(newcomer)
			await expectReadable(newcomer)
			await newcomer.getByLabel('What do you practice, and where?').fill('Family law, alone, in a small town in Ohio')
			await newcomer.getByLabel('What can colleagues ask you about?').fill('Custody across two states')
			await newcomer.getByRole('button', { name: 'Post Introduction' }).dblclick()
			await expect(newcomer.getByRole('heading', { name: 'Introducing Noor Newcomer' })).toBeVisible()
			const posted = newcomer.url()
			// Members introduce themselves once: the form's URL redirects to the introduction.
			await newcomer.goto('/questions/introduction')
			await expect(newcomer).toHaveURL(posted)

			await home(newcomer, 1)
			await follow(newcomer, 'Choose categories')
			await awake(newcomer)
			await expect(newcomer.getByLabel('Send it')).toHaveValue('week')
			const box = newcomer.getByRole('group', { name: 'Categories you watch' }).getByRole('checkbox').first()
			const watched = newcomer.waitForResponse(/\/watch$/)
			await box.press('Space')
			await watched
			await expect(box).toBeChecked()

			await home(newcomer, 2)
			await follow(newcomer, 'Pick a course')
			await newcomer.getByRole('link', { name: 'View Course' }).first().press('Enter')
			const enroll = newcomer.getByRole('button', { name: 'Enroll in Course' })
			await expect(enroll).toBeVisible()
			await awake(newcomer)
			await enroll.press('Enter')
			const complete = newcomer.getByRole('button', { name: 'Mark Complete' }).first()
			await expect(complete).toBeEnabled()
			const completed = newcomer.waitForResponse(/\/modules\/[^/]+\/progress$/)
			await complete.press('Enter')
			await completed
			await expect(newcomer.getByRole('button', { name: 'Completed' }).first()).toBeVisible()

			await home(newcomer, 3)
			await expect(card(newcomer).getByText('The call of the newcomers')).toBeVisible()
			await follow(newcomer, 'Open the calendar')
			await awake(newcomer)
			const recorded = newcomer.waitForResponse(/\/api\/coaching\/downloads$/)
			const file = newcomer.waitForEvent('download')
			await newcomer.getByRole('link', { name: 'Add to calendar' }).first().press('Enter')
			expect((await file).suggestedFilename()).toMatch(/\.ics$/)
			await recorded

			await newcomer.goto('/dashboard')
			await expect(newcomer.getByRole('heading', { name: 'Your Learning Dashboard' })).toBeVisible()
			await expect(card(newcomer)).toHaveCount(0)
		} finally {
			await guest.close()
			await removeSession(page, signInAs, call.id)
			await smtp.close()
		}
	})

test('the first steps can be hidden and brought back by keyboard, and fit every screen', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/dashboard')
	await awake(page)
	for (const width of [320, 390, 1440]) {
		await page.setViewportSize({ width, height: 844 })
		await expect(card(page)).toBeVisible()
		expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
	}
	for (const colorScheme of ['light', 'dark'] as const) {
		await showTheme(page, colorScheme)
		await expectAccessible(page)
	}
	await page.emulateMedia({ forcedColors: 'active' })
	expect(
		await card(page)
			.locator('.steps')
			.evaluate((element) => getComputedStyle(element).borderTopStyle),
	).toBe('solid')
	await page.emulateMedia({ forcedColors: null })

	await card(page).getByRole('button', { name: 'Hide' }).press('Enter')
	await expect(card(page)).toBeFocused()
	await expect(card(page).getByRole('listitem')).toHaveCount(0)
	await page.reload()
	await expect(card(page)).toHaveCount(0)
	await page.goto('/account')
	await awake(page)
	await card(page).getByRole('button', { name: 'Show my first steps' }).press('Enter')
	await expect(card(page).getByRole('listitem')).toHaveCount(4)
	await page.goto('/dashboard')
	await expect(card(page).getByRole('listitem')).toHaveCount(4)
})
