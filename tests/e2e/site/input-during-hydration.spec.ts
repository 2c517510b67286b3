import type { Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { expect, test } from '../support/fixtures.ts'

/** Changes a field at the moment its island hydrates. */
const whenHydrating = (page: Page, selector: string, change: 'choose' | 'type' | 'click', value = '') =>
	page.addInitScript(
		([fieldSelector, how, text]) => {
			document.addEventListener(
				'astro:hydrate',
				({ target }) => {
					const field = target instanceof Element && target.querySelector<HTMLInputElement>(fieldSelector)
					if (!field || 'isDone' in document) return
					Object.assign(document, { isDone: true })
					if (how === 'click') return field.click()
					// Bypasses the value setter that React instruments, as typing does.
					Reflect.set(Object.getPrototypeOf(field), 'value', text, field)
					for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
				},
				{ capture: true },
			)
		},
		[selector, change, value] as const,
	)

test('a choice during hydration takes effect', async ({ page, signInAs }) => {
	await signInAs('admin')
	await whenHydrating(page, 'main select', 'choose', 'question')
	await page.goto('/admin/moderation')
	await expect(page).toHaveURL('/admin/moderation?kind=question')
	await expect(page.getByLabel('Show', { exact: true })).toHaveValue('question')
})

test('text typed during hydration takes effect', async ({ page, signInAs }) => {
	await signInAs('admin')
	await whenHydrating(page, 'main input[type=search]', 'type', 'ruth')
	await page.goto('/admin/users')
	await expect(page).toHaveURL('/admin/users?search=ruth')
	await expect(page.getByLabel('Search')).toHaveValue('ruth')
})

test('a switch pressed during hydration toggles once', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/account/notifications')
	const reminders = page.getByRole('checkbox', { name: 'Coaching reminders' })
	const isOn = await reminders.isChecked()
	const id = await reminders.getAttribute('id')
	await whenHydrating(page, `[id="${id}"]`, 'click')
	await page.reload()
	await expect(page.getByText('Preferences saved', { exact: true })).toBeVisible()
	await expect(reminders).toBeChecked({ checked: !isOn })
	await reminders.click()
	await expect(reminders).toBeChecked({ checked: isOn })
})

test("values from the browser's autofill survive hydration", async ({ page }) => {
	await page.goto('/auth')
	const email = page.getByLabel('Email')
	// Without an event, as after a reload or Back.
	await email.evaluate((field: HTMLInputElement, value) => {
		field.value = value
	}, demoAccounts.member.email)
	await page.getByLabel('Password', { exact: true }).fill(demoPassword)
	await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
	await expect(email).toHaveValue(demoAccounts.member.email)
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(page).toHaveURL('/dashboard')
})
