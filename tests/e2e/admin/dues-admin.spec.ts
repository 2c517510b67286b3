import type { Page } from 'playwright/test'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { addPlan, type DuesClub, daysAgo, expectShown, startDuesClub, turnOn } from '../support/dues/club.ts'
import { awake, expect, test } from '../support/fixtures.ts'
import { press } from '../support/keys.ts'
import { button } from '../support/screens/steps.ts'
import { send } from '../support/send.ts'

// Dues of a club that accepts checks: the owner turns dues on, puts a member on a plan and records payments.

let club: DuesClub
test.beforeAll(async () => {
	club = await startDuesClub()
})
test.afterAll(() => club.stop())

const dialog = (page: Page) => page.locator('dialog[open]')
const membership = (page: Page) => page.getByRole('region', { name: 'Membership' })
/** Returns a labeled fact of the membership on a member's page. */
const fact = (page: Page, name: string) =>
	membership(page)
		.locator('dl > div')
		.filter({ hasText: new RegExp(`^${name}`) })

async function open(page: Page, path: string): Promise<void> {
	await page.goto(path)
	await awake(page)
	await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function addMember(page: Page, name: string, username: string): Promise<string> {
	const member = { name, email: `${username}@example.com`, role: 'regular', password: 'oak table by the window' }
	return (await send<{ id: string }>(page, 'POST', '/api/admin/users', member)).id
}

/** Enters the reason in a dialog, and confirms. */
async function enterReason(page: Page, reason: string, action: string): Promise<void> {
	await dialog(page).getByLabel('Reason').fill(reason)
	await dialog(page).getByRole('button', { name: action, exact: true }).click()
	await expect(dialog(page)).toHaveCount(0)
}

test.describe.configure({ mode: 'serial' })

test('an owner turns dues on and adds plans and a coupon; the home page shows the prices', async ({ browser }) => {
	const page = await club.open(browser, { as: 'admin' })
	await open(page, '/admin')
	await expect(
		page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link', { name: 'Dues' }),
	).toHaveCount(0)
	expect((await page.request.get('/admin/dues')).status()).toBe(404)

	await open(page, '/admin/settings/dues')
	await page.getByRole('combobox', { name: 'Dues' }).selectOption({ label: 'This club collects dues' })
	await page.getByLabel('How to pay without a card').fill('Checks to 12 Court Street, Austin.')
	await button(page, 'Save settings').click()
	await expect(page.getByText('All changes saved.')).toBeVisible()

	await open(page, '/admin/dues')
	await expect(page.getByText('No payments are due')).toBeVisible()
	await expectShown(page, 'dues-nobody-due')
	await page.getByRole('link', { name: 'Plans and coupons' }).click()
	await awake(page)
	await expect(page.getByText('No plans yet')).toBeVisible()
	for (const [name, price, paid] of [
		['Solo', '47', 'Once a month'],
		['Yearly', '470.00', 'Once a year'],
	] as const) {
		await button(page, 'Add plan').click()
		await dialog(page).getByLabel('Name').fill(name)
		await dialog(page).getByLabel('Price', { exact: true }).fill(price)
		await dialog(page).getByLabel('Paid', { exact: true }).selectOption({ label: paid })
		await dialog(page).getByRole('button', { name: 'Add plan' }).click()
		await expect(page.getByRole('row', { name: new RegExp(`^Edit ${name}`) })).toBeVisible()
	}
	await button(page, 'Add coupon').click()
	await dialog(page).getByLabel('Code').fill('SPRING')
	await dialog(page).getByLabel('Percent off').fill('20')
	await dialog(page).getByRole('button', { name: 'Add coupon' }).click()
	await expect(page.getByRole('row', { name: /^spring 20% for the first payment/ })).toBeVisible()
	await expectShown(page, 'dues-plans-and-coupon')

	const visitor = await club.open(browser)
	await expect.poll(async () => (await visitor.request.get('/')).text(), { timeout: 30_000 }).toContain('$470 a year')
	await visitor.goto('/')
	await expect(visitor.getByRole('region', { name: 'Membership', exact: true })).toContainText('$47 a month')
	await visitor.goto('/courses')
	await visitor.getByRole('main').getByRole('link', { name: 'View Course' }).first().click()
	const inside = visitor.getByRole('region', { name: 'What is inside' })
	await expect(inside.getByText('$47 a month', { exact: true })).toBeAttached()
	await expect(inside.getByText('$470 a year', { exact: true })).toBeAttached()
})

test('concurrent edits of a plan conflict, and an archived plan disappears from the home page', async ({ browser }) => {
	const page = await club.open(browser, { as: 'admin' })
	await open(page, '/admin/dues/plans')
	await button(page, 'Edit Solo').click()
	const plans = await (await page.request.get('/api/admin/plans')).json()
	const [solo] = plans
	await send(page, 'PUT', `/api/admin/plans/${solo.id}`, { ...solo, description: 'For one lawyer' })
	await dialog(page).getByLabel('Price', { exact: true }).fill('55')
	await dialog(page).getByRole('button', { name: 'Save plan' }).click()
	await expect(dialog(page).getByText(/This plan has changed since you opened it/)).toBeVisible()
	await expectShown(page, 'dues-plan-conflict')
	await dialog(page).getByRole('button', { name: 'Save plan' }).click()
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.getByRole('row', { name: /^Edit Solo/ })).toContainText('$55 a month')
	await expect(page.getByRole('row', { name: /^Edit Solo/ })).toContainText('For one lawyer')

	await button(page, 'More for Yearly').click()
	await page.getByRole('menuitem', { name: 'Archive' }).click()
	await expect(page.getByRole('row', { name: /^Edit Yearly/ })).toContainText('Archived')
	await expect.poll(async () => (await page.request.get('/')).text(), { timeout: 30_000 }).not.toContain('$470 a year')
})

test('an owner records a check, corrects it, gives a complimentary year, pauses and resumes', async ({ browser }) => {
	const page = await club.open(browser, { as: 'admin' })
	const id = await addMember(page, 'Imani Brooks', 'imani.dues')
	await open(page, `/admin/users/${id}`)
	await page.getByRole('tab', { name: 'Dues' }).click()
	await expect(fact(page, 'Standing')).toContainText('Owes no dues')

	await button(page, 'Set plan').click()
	await dialog(page).getByLabel('Plan').selectOption({ label: 'Solo, $55 a month' })
	await dialog(page).getByRole('button', { name: 'Set plan' }).click()
	await expect(fact(page, 'Plan')).toContainText('Solo')

	await button(page, 'Record payment').click()
	await expect(dialog(page).getByLabel('Amount')).toHaveValue('55.00')
	await dialog(page).getByLabel('Reference').fill('Check 1042')
	await expectShown(page, 'dues-record-payment')
	await dialog(page).getByRole('button', { name: 'Record payment' }).click()
	await expect(fact(page, 'Standing')).toContainText(/Paid|Due/)
	const paidUntil = await fact(page, 'Paid until').textContent()
	const payments = page.getByRole('table', { name: 'Payments, the newest first' })
	await expect(payments.getByRole('row').nth(1)).toContainText('Check 1042')

	await test.step('the file of the invoice', async () => {
		const invoice = page.getByRole('table', { name: 'Invoices, the newest first' }).getByRole('link').first()
		const file = await page.request.get((await invoice.getAttribute('href')) ?? '')
		expect(file.headers()['content-type']).toBe('application/pdf')
		expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
	})

	await test.step('the check bounces', async () => {
		await button(page, /^Reverse payment of \$55\.00/).click()
		await enterReason(page, 'It bounced', 'Reverse')
		await expect(payments.getByText('Reversal', { exact: true })).toBeVisible()
		await expect(payments.getByText('Reversed', { exact: true })).toBeVisible()
		await expect(fact(page, 'Paid until')).not.toHaveText(paidUntil ?? '')
		await expect(button(page, /^Reverse/)).toHaveCount(0)
	})

	await test.step('a complimentary year', async () => {
		await button(page, 'Complimentary').click()
		await enterReason(page, 'Teaches a course', 'Save')
		await expect(fact(page, 'Standing')).toContainText('Complimentary')
	})

	await test.step('a pause, and its end', async () => {
		await button(page, 'Pause').click()
		await enterReason(page, 'Parental leave', 'Pause')
		await expect(fact(page, 'Standing')).toContainText('Paused')
		await open(page, '/admin/dues?tab=paused')
		await expect(page.getByRole('tab', { name: /^Paused/ })).toContainText('1')
		await page.getByRole('link', { name: 'Imani Brooks' }).click()
		await awake(page)
		await button(page, 'Resume').click()
		await enterReason(page, 'Back at work', 'Resume')
		await expect(fact(page, 'Standing')).toContainText('Complimentary')
		await expectShown(page, 'dues-member-complimentary-again')
	})
	expect(club.problems).toEqual([])
})

test('late and lapsed members have their own tabs, and a check is recorded there by keyboard alone', async ({
	browser,
}) => {
	const page = await club.open(browser, { as: 'admin' })
	await turnOn(page)
	const plan = await addPlan(page, { name: 'Late', amountCents: 2_000 })
	for (const [name, username, days] of [
		['Lena Late', 'lena.dues', 3],
		['Leo Lapsing', 'leo.dues', 10],
		['Lara Lapsed', 'lara.dues', 20],
	] as const) {
		const id = await addMember(page, name, username)
		await send(page, 'PUT', `/api/admin/members/${id}/plan`, { planId: plan.id })
		await club.execute('update memberships set paid_through = ?, trial_until = null where user_id = ?', [
			daysAgo(days),
			id,
		])
	}
	await open(page, '/admin/dues')
	const tabs = page.getByRole('tablist', { name: 'Members by what is due' })
	await expect(tabs.getByRole('tab', { name: /^Late/ })).toContainText('1')
	await press(page, tabs.getByRole('tab', { selected: true }), 'ArrowRight')
	await expect(page).toHaveURL(/\?tab=late$/)
	await expect(page.getByRole('row', { name: /^Lena Late/ })).toContainText(formatDay(daysAgo(3)))
	await press(page, button(page, 'Record payment Lena Late'))
	await expect(dialog(page).getByLabel('Amount')).toHaveValue('20.00')
	await press(page, dialog(page).getByLabel('Reference'), 'End')
	await page.keyboard.type('Check 7')
	await page.keyboard.press('Enter')
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.getByText('Nobody is late')).toBeVisible()
	for (const [tab, name] of [
		['lapsing', 'Leo Lapsing'],
		['lapsed', 'Lara Lapsed'],
	] as const) {
		await tabs.getByRole('tab', { selected: true }).focus()
		await page.keyboard.press('ArrowRight')
		await expect(page).toHaveURL(new RegExp(`tab=${tab}$`))
		await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toBeVisible()
	}
	await expectShown(page, 'dues-lapsed')
	const csv = await page.request.get('/api/admin/dues.csv')
	expect(csv.headers()['content-type']).toBe('text/csv; charset=utf-8')
	expect(await csv.text()).toContain('Lara Lapsed')
})

test('after dues are turned off, no screen shows them', async ({ browser }) => {
	const page = await club.open(browser, { as: 'admin' })
	await turnOn(page, { collectsDues: 'off' })
	await open(page, '/admin/users?search=lara.dues')
	await page.getByRole('link', { name: 'Lara Lapsed' }).click()
	await awake(page)
	await expect(page.getByRole('tab', { name: 'Dues' })).toHaveCount(0)
	for (const path of ['/admin/dues', '/admin/dues/plans', '/account/membership'])
		expect((await page.request.get(path)).status(), path).toBe(404)
	await expect.poll(async () => (await page.request.get('/')).text(), { timeout: 30_000 }).not.toContain('$55 a month')
})
