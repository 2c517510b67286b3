import type { Page } from 'playwright/test'
import { adminLinks as allLinks } from '#src/components/site/header/navigation.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

// Dues are off, so their section is missing.
const adminLinks = allLinks.filter(({ href }) => href !== '/admin/dues')
const sections = (page: Page) => page.getByRole('navigation', { name: 'Admin sections' })

test('every admin screen shows all sections and marks the current one', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize(DESKTOP)
	for (const { href, label } of adminLinks) {
		await page.goto(href)
		const current = sections(page).locator('[aria-current]')
		await expect(current).toHaveCount(1)
		await expect(current).toHaveAttribute('href', href)
		await expect(current).toHaveText(new RegExp(`^\\s*${label}`))
		await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
		expect(await sections(page).getByRole('link').count(), href).toBe(adminLinks.length)
	}
})

test('deciding an application updates the count in the side bar', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize(DESKTOP)
	await page.goto('/admin/applications')
	await awake(page)
	const link = sections(page).locator('[href="/admin/applications"]')
	const { waiting } = await send<{ waiting: Record<string, number> }>(page, 'GET', '/api/admin/waiting')
	const before = waiting['/admin/applications'] ?? 0
	expect(before).toBeGreaterThan(0)
	await expect(link).toHaveAccessibleName(`Applications ${before} waiting`)
	await page
		.getByRole('button', { name: /^Reject: / })
		.first()
		.click()
	await page.locator('dialog[open]').getByRole('button', { name: 'Reject', exact: true }).click()
	await expect(link.locator('.waiting-count')).toHaveText(before > 1 ? String(before - 1) : '')
})

test('filters stay in the URL: after a reload, after Back and through the side bar', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize(DESKTOP)
	await page.goto('/admin/users')
	await awake(page)
	await page.getByLabel('Search').fill('ruth')
	await page.getByLabel('Role').selectOption('admin')
	await expect(page).toHaveURL('/admin/users?search=ruth&role=admin')
	const expectFiltered = async () => {
		await expect(page.getByLabel('Search')).toHaveValue('ruth')
		await expect(page.getByLabel('Role')).toHaveValue('admin')
		await expect(page.getByRole('row')).toHaveCount(2)
	}
	await page.reload()
	await expectFiltered()
	await sections(page).getByRole('link', { name: 'Audit' }).click()
	await expect(page).toHaveURL('/admin/audit')
	await page.goBack()
	await expectFiltered()
	await sections(page).getByRole('link', { name: 'Moderation' }).click()
	await page.getByLabel('Show').selectOption('questionComment')
	await expect(page).toHaveURL('/admin/moderation?kind=questionComment')
	await sections(page).getByRole('link', { name: 'Users' }).click()
	await expectFiltered()
	await sections(page).getByRole('link', { name: 'Users' }).click()
	await expect(page).toHaveURL('/admin/users')
	await expect(page.getByLabel('Search')).toHaveValue('')
	await page.goto('/admin/applications?status=rejected')
	await expect(page.getByRole('tab', { name: /^Rejected/ })).toHaveAttribute('aria-selected', 'true')
	await page.getByRole('tab', { name: /^Approved/ }).click()
	await expect(page).toHaveURL('/admin/applications?status=approved')
})

test('column heads sort sessions and posts by keyboard and on a phone, and the URL keeps the order', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	const head = (name: string) => page.getByRole('button', { name, exact: true })
	const sorted = (name: string) => page.getByRole('columnheader', { name })
	for (const size of [DESKTOP, PHONE]) {
		await page.setViewportSize(size)
		await page.goto('/admin/coaching')
		await awake(page)
		await expect(head('Session')).toBeInViewport()
		await head('Session').press('Enter')
		await expect(sorted('Session')).toHaveAttribute('aria-sort', 'ascending')
		await expect(page.getByRole('table', { name: 'Coaching sessions, by title, from A to Z' })).toBeVisible()
		await head('Session').press('Enter')
		await expect(page).toHaveURL('/admin/coaching?sort=session&order=desc')
		await page.reload()
		await awake(page)
		await expect(sorted('Session')).toHaveAttribute('aria-sort', 'descending')
		await expectAccessible(page)
		// A third press restores the default order.
		await head('Session').press('Enter')
		await expect(page).toHaveURL('/admin/coaching')
		await expect(page.locator('th[aria-sort]')).toHaveCount(0)
	}
	await page.goto('/admin/moderation')
	await awake(page)
	await expect(sorted('Written')).toHaveAttribute('aria-sort', 'descending')
	await head('Written').press('Enter')
	await expect(page).toHaveURL('/admin/moderation?order=asc')
	await expect(page.getByRole('table', { name: 'Member posts, oldest first' })).toBeVisible()
	await expect(sorted('Written')).toHaveAttribute('aria-sort', 'ascending')
})

test('the drawer of sections works by keyboard on a phone', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize(PHONE)
	await page.goto('/admin/users')
	await expect(sections(page)).toBeHidden()
	const open = page.getByRole('button', { name: /^Sections/ })
	await open.focus()
	await page.keyboard.press('Enter')
	const drawer = page.getByRole('dialog', { name: 'Admin sections' })
	await expect(drawer).toBeVisible()
	await expect(drawer.getByRole('link', { name: 'Users' })).toBeFocused()
	await expectAccessible(page)
	// The focus trap cycles through the drawer and the browser's own controls.
	for (let i = 0; i < adminLinks.length + 3; i++) {
		await page.keyboard.press('Tab')
		expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer') ?? null)).toBeNull()
	}
	await page.keyboard.press('Escape')
	await expect(drawer).toBeHidden()
	await expect(open).toBeFocused()

	await page.keyboard.press('Enter')
	await page.mouse.click(PHONE.width - 10, 400)
	await expect(drawer).toBeHidden()
	await open.click()
	// A rotated tablet has room for the side bar.
	await page.setViewportSize(DESKTOP)
	await expect(drawer).toBeHidden()
	await expect(sections(page)).toBeVisible()
	await page.setViewportSize(PHONE)
	await open.click()
	await drawer.getByRole('link', { name: 'Audit' }).press('Enter')
	await expect(page).toHaveURL('/admin/audit')
})

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false })
	test('the sections are above the screen', async ({ page, signInAs }) => {
		await signInAs('admin')
		await page.setViewportSize(PHONE)
		await page.goto('/admin/audit')
		await expect(page.getByRole('button', { name: /^Sections/ })).toBeHidden()
		await sections(page).getByRole('link', { name: 'Users' }).click()
		await expect(page).toHaveURL('/admin/users')
	})
})

test('the search field finds members, courses and questions by keyboard, on a desktop and on a phone', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	for (const size of [DESKTOP, PHONE]) {
		await page.setViewportSize(size)
		await page.goto('/admin/audit')
		await awake(page)
		const field = page.getByRole('combobox', { name: 'Find in the club' })
		// The field is hydrated once it responds to its key.
		await expect(async () => {
			await page.keyboard.press('Control+k')
			await expect(field).toBeFocused({ timeout: 500 })
		}).toPass()
		await field.fill('trust acc')
		const courses = page.getByRole('group', { name: 'Courses' })
		await expect(courses.getByRole('option', { name: /^Trust accounting/ })).toBeVisible()
		await expectAccessible(page)
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
		expect(overflow).toBeLessThanOrEqual(0)
		await page.keyboard.press('Escape')
		await expect(courses).toBeHidden()
		await field.fill('marcus')
		const marcus = page.getByRole('group', { name: 'Members' }).getByRole('option', { name: /^Marcus Oyelaran/ })
		await expect(marcus).toHaveAttribute('aria-selected', 'true')
		const href = (await marcus.getAttribute('href')) ?? ''
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL(href)
		await expect(page.locator('main')).toContainText('Marcus Oyelaran')
	}
})
