import { demoAccounts } from '#src/app/seed/accounts.ts'
import { adminLinksOn } from '#src/components/site/header/navigation.ts'
import { button, expectFocusInMain, PASSWORD, toast } from '../support/applying.ts'
import { awake, expect, test } from '../support/fixtures.ts'

test('an admin adds, edits, finds and deletes members, but cannot delete themselves', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/users')
	const own = page.getByRole('row', { name: new RegExp(demoAccounts.admin.email) })
	await expect(own.getByRole('button', { name: /^Delete/ })).toBeDisabled()

	await button(page, 'Add New User').click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('button', { name: 'Add User' }).click()
	for (const sentence of [
		'Name must be at least 2 characters',
		'Invalid email address',
		'Password must be at least 6 characters',
	])
		await expect(dialog.getByText(sentence)).toBeVisible()
	await expect(dialog.getByText('The password is sent to the user by email.')).toBeVisible()
	await dialog.getByLabel('Name').fill('Tomas Keller')
	await dialog.getByLabel('Email').fill('tomas.keller@example.com')
	await dialog.getByLabel('Password').fill(PASSWORD)
	await dialog.getByRole('button', { name: 'Add User' }).click()
	await expect(toast(page, 'User added successfully')).toBeVisible()
	const row = page.getByRole('row', { name: /tomas\.keller@example\.com/ })
	await expect(row).toContainText('Regular')

	await row.getByRole('button', { name: 'Edit Tomas Keller' }).click()
	await dialog.getByLabel('Email').fill('not an address')
	await dialog.getByRole('button', { name: 'Save Changes' }).click()
	await expect(dialog.getByText('Please enter a valid email')).toBeVisible()
	await dialog.getByLabel('Email').fill('tomas.keller@example.com')
	await dialog.getByLabel('Status').selectOption('inactive')
	await dialog.getByRole('button', { name: 'Save Changes' }).click()
	await expect(toast(page, 'User updated successfully')).toBeVisible()
	await expect(row).toContainText('Deactivated')
	// The list arrives before the dialog closes, and until then text would go into the dialog.
	await expect(dialog).toHaveCount(0)

	await page.getByLabel('Search').fill('keller')
	await page.getByLabel('Status').selectOption('deactivated')
	await expect(page.getByRole('row')).toHaveCount(2)
	await page.getByLabel('Role').selectOption('admin')
	await expect(page.getByText('No users found')).toBeVisible()
	await page.getByLabel('Role').selectOption('')
	await row.getByRole('button', { name: 'Delete Tomas Keller' }).click()
	const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
	await expect(question).toContainText('permanently deleted. This cannot be undone.')
	await question.getByRole('button', { name: 'Delete' }).click()
	await expect(toast(page, 'User deleted successfully')).toBeVisible()
	await expect(row).toHaveCount(0)
	await expectFocusInMain(page)

	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: 'Export CSV' }).click()
	expect((await download).suggestedFilename()).toMatch(/^members-.*\.csv$/)

	await page.goto('/admin/audit')
	await expect(page.getByRole('row', { name: /Account deleted Tomas Keller/ })).toBeVisible()
	await expect(page.getByRole('row', { name: /Status changed Tomas Keller status: active to inactive/ })).toBeVisible()
})

test('every admin control on a phone is at least 24 pixels high and wide', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/admin/courses')
	const modules =
		(await page
			.getByRole('link', { name: /^Modules/ })
			.first()
			.getAttribute('href')) ?? ''
	expect(modules).toContain('/modules')
	const paths = [
		...adminLinksOn({ role: 'admin' }).map(({ href }) => href),
		modules,
		'/account',
		'/account/notifications',
	]
	for (const path of paths) {
		await page.goto(path)
		const small = await page
			.locator('main')
			.locator('a, button, input, select, textarea, summary, [role=tab]')
			.evaluateAll((targets) =>
				targets
					.map((target) => ({ target, box: target.getBoundingClientRect() }))
					.filter(({ box }) => box.width > 0 && box.height > 0 && (box.width < 24 || box.height < 24))
					// Links inside a sentence are exempt: they have the height of the line.
					.filter(
						({ target }) =>
							getComputedStyle(target).display !== 'inline' || target.parentElement?.childNodes.length === 1,
					)
					.map(({ target, box }) => `${target.outerHTML.slice(0, 80)} ${box.width} by ${box.height}`),
			)
		expect(small, path).toEqual([])
	}
})

test('the list of applications refetches every 30 seconds', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.clock.install()
	let fetchCount = 0
	page.on('request', (request) => {
		if (request.url().includes('/api/admin/applications')) fetchCount++
	})
	await page.goto('/admin/applications')
	await awake(page)
	await page.waitForLoadState('networkidle')
	// From here on the clock advances only by `runFor`, however slow the machine is.
	await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000))
	const before = fetchCount
	await page.clock.runFor(15_000)
	expect(fetchCount).toBe(before)
	// Advance second by second: the half minute began when the list hydrated, at an unknown time.
	const afterOneSecond = async () => {
		await page.clock.runFor(1_000)
		return fetchCount
	}
	await expect.poll(afterOneSecond, { intervals: [10] }).toBeGreaterThan(before)
})

test('an email address in a table breaks only before its @', async ({ page, signInAs }) => {
	await signInAs('admin')
	for (const width of [1024, 1440]) {
		await page.setViewportSize({ width, height: 900 })
		await page.goto('/admin/users')
		const email = page.getByRole('table').locator('td[data-label="Email"] .email-text')
		await expect(email.first()).toBeVisible()
		const lines = await email.evaluateAll((cells) =>
			cells.flatMap((cell) =>
				[...cell.childNodes].map((part) => {
					const range = document.createRange()
					range.selectNodeContents(part)
					return range.getClientRects().length
				}),
			),
		)
		expect(Math.max(...lines), `at ${width}`).toBe(1)
	}
	// Tabular figures would widen hyphens too, including those in names and addresses.
	const hyphens = await page.getByRole('table').evaluate((table) => {
		const cell = table.querySelector('td[data-label="Name"]')
		return ['inherit', 'normal', 'tabular-nums'].map((variant) => {
			const probe = document.createElement('span')
			probe.textContent = '----------'
			probe.style.fontVariantNumeric = variant
			cell?.append(probe)
			const { width } = probe.getBoundingClientRect()
			probe.remove()
			return width
		})
	})
	expect(hyphens[0]).toBe(hyphens[1])
	expect(hyphens[0]).toBeLessThan(hyphens[2] ?? 0)
})
