import type { Page } from 'playwright/test'
import { fillApplication, PASSWORD, solveCaptcha } from '../support/applying.ts'
import { addPlan, type DuesClub, daysAgo, expectShown, phone, startDuesClub, turnOn } from '../support/dues/club.ts'
import { awake, expect, test } from '../support/fixtures.ts'
import { press } from '../support/keys.ts'
import { button } from '../support/screens/steps.ts'
import { send } from '../support/send.ts'

// A visitor chooses a plan, is approved, pays by card, is late, lapses and comes back.

const EMAIL = 'vera.dues@example.com'

let club: DuesClub
test.beforeAll(async () => {
	club = await startDuesClub()
})
test.afterAll(() => club.stop())
test.describe.configure({ mode: 'serial' })

const standing = (page: Page) => page.locator('#standing-title')

async function signIn(page: Page): Promise<void> {
	await page.goto('/auth')
	await awake(page)
	await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await button(page, 'Login').click()
	await expect(page).not.toHaveURL(/\/auth/)
}

/** Moves the end of her paid period, as if the days had passed. */
const setPaidThrough = (day: string) =>
	club.execute(
		'update memberships set paid_through = ?, trial_until = null where user_id = (select id from users where email = ?)',
		[day, EMAIL],
	)

/** Asserts that the header and its menus lead a lapsed member only to pages that open. */
async function expectOnlyWorkingLinks(page: Page): Promise<void> {
	const paths = new Set<string>()
	for (const menu of ['Menu', 'Account menu']) {
		// A phone shows both menus.
		if (!(await button(page, menu).isVisible())) continue
		await button(page, menu).click()
		const links = page.locator('header, footer').getByRole('link')
		for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
			paths.add(href)
		await button(page, menu).click()
	}
	expect(paths).toContain('/account/membership')
	for (const path of paths) expect((await page.request.get(path, { maxRedirects: 0 })).status(), path).toBe(200)
}

test('a visitor applies for a plan, is approved, pays by card and gets the invoice', async ({ browser }) => {
	test.slow()
	const owner = await club.open(browser, { as: 'admin' })
	await turnOn(owner, { duesDoor: 'payFirst', duesInstructions: 'Checks to 12 Court Street.' })
	await addPlan(owner, { name: 'Solo', amountCents: 4_900, providerPrice: 'price_solo' })
	await addPlan(owner, { name: 'Yearly', amountCents: 49_000, months: 12, providerPrice: 'price_yearly' })

	const page = await club.open(browser, { viewport: phone })
	await test.step('she chooses a plan in the application', async () => {
		await page.goto('/apply')
		await fillApplication(page, 'Vera Visitor', EMAIL)
		await page.getByLabel('Plan').selectOption({ label: 'Yearly, $490 a year' })
		await page.getByLabel('Plan').selectOption({ label: 'Solo, $49 a month' })
		await solveCaptcha(page)
		await expectShown(page, 'apply-with-plans')
		await button(page, 'Submit Application').click()
		await expect(page.getByRole('heading', { name: 'Thank you for your application' })).toBeVisible()
	})
	await test.step('the owner approves', async () => {
		const [{ id }] = await (await owner.request.get('/api/admin/applications?status=pending')).json()
		await send(owner, 'PUT', `/api/admin/applications/${id}`, { action: 'approve' })
	})
	await test.step('she signs in and sees what she may, and how to pay', async () => {
		await signIn(page)
		await expect(page).toHaveURL('/account/membership')
		await awake(page)
		await expect(standing(page)).toHaveText('Your membership begins with your first payment')
		await expect(page.getByText('Checks to 12 Court Street.')).toBeVisible()
		await expectShown(page, 'membership-first-payment')
		await expectOnlyWorkingLinks(page)
		await page.goto('/questions')
		await expect(page).toHaveURL('/account/membership')
	})
	await test.step('a declined card charges nothing', async () => {
		await awake(page)
		await button(page, 'Pay by card').click()
		await expect(page.getByText('Agree to the renewal first')).toBeVisible()
		await page.getByRole('checkbox').check()
		await button(page, 'Pay by card').click()
		await page.waitForURL(/\/dev\/pay\//)
		await expectShown(page, 'test-payment')
		await button(page, 'Decline').click()
		await expect(page.getByRole('main').getByRole('alert')).toHaveText('Your card was declined. Try again.')
		await page.getByRole('link', { name: 'Back to the club' }).click()
		await page.waitForURL(/\/account\/membership/)
		await awake(page)
		await expect(page.getByText('You left the payment page. Nothing was charged.')).toBeVisible()
		await expect(standing(page)).toHaveText('Your membership begins with your first payment')
	})
	await test.step('she pays, and everything opens', async () => {
		await page.getByRole('checkbox').check()
		await button(page, 'Pay by card').click()
		await page.waitForURL(/\/dev\/pay\//)
		await button(page, 'Pay').click()
		await page.waitForURL(/\/account\/membership/)
		await expect(page.getByText('Thank you. Your payment arrived.')).toBeVisible()
		await expect(standing(page)).toHaveText(/^Paid until /)
		await expectShown(page, 'membership-paid')
		// The page updates without a reload.
		await expect(page.getByRole('link', { name: /^Notifications/ })).toBeVisible()
		await page.goto('/questions')
		await expect(page).toHaveURL('/questions')
		await button(page, 'Menu').click()
		await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Questions' })).toBeVisible()
	})
	await test.step('the invoice', async () => {
		await page.goto('/account/membership')
		const link = page.getByRole('link', { name: /^Invoice \d{4}-0001/ })
		const file = await page.request.get((await link.getAttribute('href')) ?? '')
		expect(file.headers()['content-type']).toBe('application/pdf')
		expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
	})
	expect(club.problems).toEqual([])
})

test('a renewal fails: she keeps access while late, has only her account once lapsed, and paying restores it', async ({
	browser,
}) => {
	test.slow()
	const page = await club.open(browser)
	await signIn(page)
	await test.step('her card fails', async () => {
		await page.goto('/account/membership')
		await awake(page)
		await button(page, 'Change card').click()
		await page.waitForURL(/\/dev\/pay\//)
		await button(page, 'Fail the next renewal').click()
		await expect(page.getByText('The renewal failed. The club has been notified.')).toBeVisible()
		await expectShown(page, 'test-payment-failed')
	})
	await setPaidThrough(daysAgo(3))
	await page.goto('/questions')
	await expect(page).toHaveURL('/questions')
	await page.goto('/account/membership')
	await expect(standing(page)).toHaveText(/^Payment is due by /)
	await expect(page.getByText(/^The last charge did not go through/)).toBeVisible()
	await expectShown(page, 'membership-late')

	await setPaidThrough(daysAgo(20))
	await page.goto('/dashboard')
	await expect(page).toHaveURL('/account/membership')
	await awake(page)
	await expect(standing(page)).toHaveText('Your membership has lapsed')
	await expectShown(page, 'membership-lapsed')
	await expectOnlyWorkingLinks(page)
	const answer = await page.request.get('/api/questions')
	expect([answer.status(), await answer.text()]).toEqual([
		403,
		'Your membership has lapsed. You can renew it on your membership page.',
	])
	for (const path of ['/account', '/account/data', '/account/notifications', '/change-password', '/courses'])
		expect((await page.request.get(path, { maxRedirects: 0 })).status(), path).toBe(200)

	await test.step('a static page shows it too', async () => {
		await page.goto('/')
		await expect(page.locator('html')).toHaveAttribute('data-lapsed', '')
		await expectOnlyWorkingLinks(page)
	})
	await test.step('so does a course', async () => {
		await page.goto('/courses')
		await awake(page)
		await page.getByRole('tab', { name: 'All Courses' }).click()
		await page.getByRole('main').getByRole('link', { name: 'View Course' }).first().click()
		await awake(page)
		await expect(page.getByRole('article').first()).toBeVisible()
		await expect(page.getByRole('alert').filter({ hasText: /Failed/ })).toHaveCount(0)
	})
	await test.step('she pays the failed charge, and everything opens', async () => {
		await page.goto('/account/membership')
		await awake(page)
		await page.getByRole('checkbox').check()
		await button(page, 'Pay by card').click()
		await page.waitForURL(/\/dev\/pay\//)
		await button(page, 'Decline').click()
		await expect(page.getByRole('main').getByRole('alert')).toHaveText('Your card was declined. Try again.')
		await button(page, 'Pay').click()
		await page.waitForURL(/\/account\/membership/)
		await expect(page.getByText('Thank you. Your payment arrived.')).toBeVisible()
		await expect(standing(page)).toHaveText(/^Paid until /)
		await expect(page.getByRole('link', { name: /^Invoice \d{4}-0002/ })).toBeVisible()
		await page.goto('/questions')
		await expect(page).toHaveURL('/questions')
	})
	await test.step('lapsed again, the owner records her check', async () => {
		await setPaidThrough(daysAgo(20))
		const owner = await club.open(browser, { as: 'admin' })
		const [{ id }] = await (await owner.request.get(`/api/admin/users?search=${EMAIL}`)).json()
		await club.execute('update memberships set subscription_id = null where user_id = ?', [id])
		const payment = { amountCents: 4_900, kind: 'check', paidOn: daysAgo(0), reference: '1042' }
		await send(owner, 'POST', `/api/admin/members/${id}/payments`, payment)
		await page.goto('/account/membership')
		await expect(standing(page)).toHaveText(/^Paid until /)
		await page.goto('/dashboard')
		await expect(page).toHaveURL('/dashboard')
	})
	expect(club.problems).toEqual([])
})

test('she cancels with one press and undoes it, by keyboard alone', async ({ browser }) => {
	const page = await club.open(browser)
	await signIn(page)
	await page.goto('/account/membership')
	await awake(page)
	await press(page, button(page, 'Cancel membership'))
	await expect(page.getByRole('heading', { name: 'You cancelled your membership' })).toBeVisible()
	await expect(page.getByText(/^Your membership ends on .* nothing more is charged\.$/)).toBeVisible()
	await expect(button(page, 'Keep my membership')).toBeFocused()
	await expectShown(page, 'membership-cancelled')
	await page.keyboard.press('Enter')
	await expect(button(page, 'Cancel membership')).toBeFocused()
	await expect(page.getByRole('heading', { name: 'You cancelled your membership' })).toHaveCount(0)
})
