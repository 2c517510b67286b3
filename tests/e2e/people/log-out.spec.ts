import type { Locator } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { awake, expect, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

const DRAFT = 'Can I bill for the drive to the courthouse?'

test("a member's drafts survive a reload and are removed from the browser at log-out", async ({
	page,
	context,
	signInAs,
}) => {
	// The log-out ends this session on the server. The next test creates another session.
	await signInAs('member')
	await page.setViewportSize(PHONE)
	await slowLine(page)
	await page.goto('/questions/new')
	const title = page.getByLabel('Title')
	await title.fill(DRAFT)
	const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
	await expect.poll(stored).toContain(DRAFT)
	await page.reload()
	await expect(title).toHaveValue(DRAFT)
	const otherTab = await context.newPage()
	await otherTab.goto('/account')
	await expect(otherTab.getByLabel('Name', { exact: true })).toHaveValue(/Marcus/)
	await page.getByRole('button', { name: 'Account menu' }).click()
	await page.getByRole('button', { name: 'Log out' }).click()
	await expect(page).toHaveURL('/')
	await expect(page.getByText('Logged out successfully', { exact: true })).toBeVisible()
	expect(await stored()).not.toContain(DRAFT)
	// Another tab of this member also leaves its page.
	await expect(otherTab).toHaveURL('/auth?next=/account')
	await expect(otherTab.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
	// Back shows no member content either.
	await page.goBack()
	await expect(page).toHaveURL('/auth?next=/questions/new')
})

test('a log-out in another tab hides unsent text with a message, and the next sign-in shows it again', async ({
	page,
	context,
	signInAs,
}) => {
	await signInAs('member')
	await page.goto('/questions/new')
	await awake(page)
	const title = page.getByLabel('Title')
	await title.fill(DRAFT)
	const other = await context.newPage()
	await other.goto('/dashboard')
	await other.getByRole('button', { name: 'Account menu' }).click()
	await expect(other.getByText('This deletes text that you have not sent.')).toBeVisible()
	await other.getByRole('button', { name: 'Log out' }).click()
	await expect(other.getByText('Text that you had not sent was deleted from this browser.').first()).toBeVisible()
	await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
	await expect(title).toBeHidden()
	const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
	expect(stored).not.toContain(DRAFT)
	const newTab = context.waitForEvent('page')
	await page.getByRole('link', { name: 'Sign in in a new tab' }).click()
	const signIn = await newTab
	await signIn.getByLabel('Email').fill(demoAccounts.member.email)
	await signIn.getByLabel('Password', { exact: true }).fill(demoPassword)
	await signIn.getByRole('button', { name: 'Login' }).click()
	await expect(title).toBeVisible()
	await expect(title).toHaveValue(DRAFT)
	await page.reload()
	await expect(title).toHaveValue(DRAFT)
	await title.fill('')
})

test('a log-out removes all listening data from the browser', async ({ page, context, signInAs, allowProblem }) => {
	// Other tests change the queue of this member, so a tab may send its own queue during the log-out.
	allowProblem(/401.*\/api\/user\/queue/)
	await signInAs('member')
	const bar = page.getByRole('region', { name: 'Now playing' })
	const secondOf = (slider: Locator) => async () => Number(await slider.getAttribute('aria-valuenow'))
	// Each player saves its position when the page is left, if it played for five seconds.
	const playerTab = await context.newPage()
	await playerTab.goto('/podcast/player?e=saying-no-to-the-wrong-client')
	await playerTab.getByRole('button', { name: /^(Play|Resume at .*)$/ }).click()
	// Wait before the other tab plays, which pauses this one: only one player plays at a time.
	await expect.poll(secondOf(playerTab.getByRole('slider', { name: 'Position' }))).toBeGreaterThan(6)
	await page.goto('/')
	await page.getByRole('button', { name: 'Play Hiring the first assistant' }).click()
	// The bar appears once the page's player has scrolled out of view.
	await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
	await bar.getByRole('button', { name: /^Queue/ }).click()
	await page.getByRole('button', { name: /^Add The trust account/ }).click()
	await page.keyboard.press('Escape')
	await expect.poll(secondOf(bar.getByRole('slider', { name: 'Position' }))).toBeGreaterThan(6)
	// Clear the member's queue for the tests that follow.
	await send(page, 'PUT', '/api/user/queue', { ids: [] })
	await page.getByRole('button', { name: 'Account menu' }).click()
	await page.getByRole('button', { name: 'Log out' }).click()
	await expect(page.getByText('Logged out successfully', { exact: true })).toBeVisible()
	await expect(playerTab.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
	await expect(bar).toHaveCount(0)
	for (const tab of [page, playerTab]) {
		const keys = await tab.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
		expect(keys.filter((key) => /listening|queue|playing/.test(key))).toEqual([])
	}
})

test("an admin's draft survives a reload", async ({ page, signInAs }) => {
	await signInAs('admin')
	const course = { title: 'Words that wait', description: 'What is typed waits in the browser.', isPublished: false }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	const [member] = await send<{ id: string }[]>(page, 'GET', '/api/admin/users')
	const typed = [
		[`/admin/courses/${id}/details`, /^Description/, 'Half a description of it'],
		[`/admin/courses/${id}/settings`, /^Unpublish on/, '2090-01-01T10:00'],
		[`/admin/users/${member?.id}`, /^Note$/, 'Called, and asked for'],
	] as const
	for (const [path, label, text] of typed) {
		await page.goto(path)
		await awake(page)
		const field = page.getByRole('main').locator('textarea, input').and(page.getByLabel(label))
		await field.fill(text)
		await page.reload()
		await expect(field).toHaveValue(text)
	}
})

test('an application draft is kept until its tab closes', async ({ page, context }) => {
	await page.goto('/apply')
	const name = page.getByLabel('Full name')
	await name.fill('Dana Whitfield')
	await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Dana Whitfield')
	await page.reload()
	await expect(name).toHaveValue('Dana Whitfield')
	const other = await context.newPage()
	await other.goto('/apply')
	// Once the form is hydrated, a draft would be visible.
	await other.getByLabel('Full name').focus()
	await expect(other.getByRole('checkbox', { name: /robot/ })).toBeVisible()
	await expect(other.getByLabel('Full name')).toHaveValue('')
})

test('the account is one click from the dashboard and password page, and admin screens from the admin home', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	for (const [path, link] of [
		['/dashboard', /^Your account/],
		['/change-password', /^Your account/],
	] as const) {
		await page.goto(path)
		await page.getByRole('link', { name: link }).click()
		await expect(page).toHaveURL('/account')
	}
	await signInAs('admin')
	for (const [link, path] of [
		['Manage Applications', '/admin/applications'],
		['Manage Users', '/admin/users'],
		['Mail', '/admin/mail'],
		['Audit', '/admin/audit'],
	] as const) {
		await page.goto('/admin')
		await page.locator('main').getByRole('link', { name: link, exact: true }).click()
		await expect(page).toHaveURL(path)
	}
})
