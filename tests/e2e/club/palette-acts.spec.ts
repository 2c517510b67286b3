import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { dialog, field } from '../support/palette.ts'
import { originOf, send } from '../support/send.ts'

// The palette lists every page and action: these tests follow them.

const option = (page: Page, name: string | RegExp) =>
	dialog(page).getByRole('option', { name, exact: typeof name === 'string' })

/** Opens the palette, types text and opens the option with this name. */
async function runOption(page: Page, typed: string, name: string | RegExp): Promise<void> {
	await page.keyboard.press('Control+k')
	await expect(field(page)).toBeFocused()
	await page.keyboard.type(typed)
	await option(page, name).click()
}

test('a member reaches every page, continues a course and plays the latest episode without leaving', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await page.setViewportSize({ width: 320, height: 640 })
	await page.goto('/account')
	await page.keyboard.press('Control+k')
	await expect(option(page, /^Continue /)).toBeVisible()
	const places = await dialog(page).getByRole('group', { name: 'Go to' }).getByRole('option').allTextContents()
	for (const place of ['Podcast', 'Notifications', 'Email settings', 'Change Password', 'Your Account', 'Log out'])
		expect(places).toContain(place)
	await expect(dialog(page).getByRole('group', { name: 'Admin' })).toHaveCount(0)
	await expectAccessible(page)
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
	await page.keyboard.press('Escape')
	// The browser closes the dialog after the press.
	await expect(dialog(page)).toBeHidden()

	await runOption(page, 'latest', /^Play the latest episode/)
	const player = page.getByRole('region', { name: 'Now playing' })
	await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await expect(page).toHaveURL('/account')
	await player.getByRole('button', { name: 'Pause', exact: true }).click()

	await runOption(page, 'continue', /^Continue /)
	await expect(page).toHaveURL(/\/courses\/[\w-]+$/)
	await runOption(page, 'change p', 'Change Password')
	await expect(page).toHaveURL('/change-password')
})

test('a search without results becomes a question, and an existing draft is kept', async ({ page, signInAs }) => {
	const typed = 'xylophonists & their "retainers"'
	await signInAs('member')
	await page.goto('/dashboard')
	await runOption(page, typed, `Ask the club: "${typed}"`)
	await expect(page.getByRole('heading', { name: 'Ask a Question' })).toBeVisible()
	const title = page.getByLabel('Title')
	await expect(title).toHaveValue(typed)
	await title.fill('A draft of something else')
	await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('A draft of something')
	await page.goto('/dashboard')
	await runOption(page, typed, `Ask the club: "${typed}"`)
	await expect(title).toHaveValue('A draft of something else')
	await page.getByRole('link', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Discard', exact: true }).click()
	await expect(page).toHaveURL('/questions')
})

test('a session that has begun is joined in a new tab', async ({ page, context, signInAs }) => {
	await signInAs('admin')
	await page.goto('/dashboard')
	const zoomLink = `${await originOf(page)}/offline`
	const session = { title: 'Monthly call', scheduledAt: new Date(Date.now() - 60_000).toISOString(), zoomLink }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/coaching/sessions', session)
	try {
		const newTab = context.waitForEvent('page')
		await runOption(page, 'join', 'Join the call Monthly call')
		await expect(await newTab).toHaveURL(zoomLink)
		await expect(page).toHaveURL('/dashboard')
	} finally {
		await send(page, 'DELETE', `/api/coaching/sessions/${id}`)
	}
})

test('an admin sees open work, and signs out from the palette', async ({ page, context, signInAs }) => {
	await signInAs('admin')
	await page.goto('/dashboard')
	await page.keyboard.press('Control+k')
	await expect(option(page, /^Applications: \d+ waiting$/)).toBeVisible()
	await page.keyboard.type('sign out')
	await option(page, 'Log out').click()
	await expect(page.getByText('Logged out successfully', { exact: true })).toBeVisible()
	await expect(page).toHaveURL('/')
	expect((await context.request.get('/api/user')).status()).toBe(401)
})
