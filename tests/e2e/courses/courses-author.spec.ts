import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'

// Drafts while authoring a course, and authoring without a mouse.

test('authoring works by keyboard alone', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/courses')
	await expectAccessible(page)
	await awake(page)
	await page.getByRole('button', { name: 'Add Course' }).press('Enter')
	await expectAccessible(page)
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)

	await page.goto('/admin/courses/002-marketing-ethics/modules')
	await awake(page)
	const titles = () => page.locator('.author-pick').evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
	const before = await titles()
	const handle = page.getByRole('button', { name: /^Move Four duties behind the rules: arrow/ })
	await handle.press('ArrowDown')
	await expect.poll(titles).toEqual([before[1], before[0], ...before.slice(2)])
	await expect(page.getByRole('status').filter({ hasText: 'is now number 2 of 4' })).toBeAttached()
	await expect(handle).toBeFocused()
	await handle.press('ArrowUp')
	await expect.poll(titles).toEqual(before)
	// Reordering works by mouse too.
	await page.locator('.author-item').nth(3).dragTo(page.locator('.author-item').nth(0))
	await expect.poll(titles).toEqual([before[3], ...before.slice(0, 3)])
	await page.getByRole('button', { name: `Move ${before[3]} down` }).press('Enter')
	await expect.poll(titles).toEqual([before[0], before[3], before[1], before[2]])
	await expectAccessible(page)
})

test('a click outside closes a dialog, but a click on its edge or the end of a selection does not', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	await page.goto('/admin/courses')
	await awake(page)
	await page.getByRole('button', { name: 'Add Course' }).click()
	const dialog = page.getByRole('dialog', { name: 'Add Course' })
	const title = dialog.getByLabel('Title')
	await title.fill('Typed and not to be lost')
	await dialog.click({ position: { x: 6, y: 40 } })
	await expect(title).toHaveValue('Typed and not to be lost')
	await title.hover()
	await page.mouse.down()
	await page.mouse.move(5, 300, { steps: 5 })
	await page.mouse.up()
	await expect(title).toHaveValue('Typed and not to be lost')
	await page.mouse.click(5, 300)
	// A dialog with input asks before it closes. Pressing Escape again loses nothing.
	const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
	await expect(question).toBeVisible()
	await expectAccessible(page)
	await page.keyboard.press('Escape')
	await expect(question).toHaveCount(0)
	await page.keyboard.press('Escape')
	await expect(question).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(question).toHaveCount(0)
	await expect(title).toHaveValue('Typed and not to be lost')
	await page.keyboard.press('Escape')
	await question.getByRole('button', { name: 'Discard' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Add Course' })).toBeFocused()
})

test('unsaved changes of an author survive a reload', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/courses/003-pricing/modules')
	await awake(page)
	await page.getByRole('button', { name: /^Edit/ }).click()
	const form = page.getByRole('form', { name: 'Edit module' })
	await form.getByRole('textbox', { name: 'Content' }).press('End')
	await form.getByLabel('Title').fill('A better title')
	await expect(form.getByText('Unsaved changes are kept in this browser.')).toBeVisible()
	await page.reload()
	await awake(page)
	await page.getByRole('button', { name: /^Edit/ }).click()
	await expect(form.getByLabel('Title')).toHaveValue('A better title')
	await expectAccessible(page)
	for (const width of [390, 768, 1440]) {
		await page.setViewportSize({ width, height: 900 })
		const middle = async (part: Locator) => {
			const box = await part.boundingBox()
			return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
		}
		const discard = await middle(form.getByRole('button', { name: 'Discard changes' }))
		const status = await middle(form.getByText('Unsaved changes are kept in this browser.'))
		expect(Math.abs(discard - status), `on one line at ${width}`).toBeLessThanOrEqual(1)
	}
	await form.getByRole('tab', { name: 'Preview' }).click()
	await expect(form.getByRole('heading', { name: 'A better title' })).toBeVisible()
	await form.getByRole('button', { name: 'Discard changes' }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
	await form.getByRole('tab', { name: 'Write' }).click()
	await expect(form.getByLabel('Title')).toHaveValue('What an hour of yours must earn')
})

test('a pasted document keeps its structure, and links are added inside the page', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/courses/003-pricing/modules')
	await awake(page)
	await page.getByRole('button', { name: 'Add Module' }).click()
	const form = page.getByRole('form', { name: 'New module' })
	const content = form.getByRole('textbox', { name: 'Content' })
	const documents = {
		'google-docs': { headings: ['The intake call'], nested: ['Former clients'] },
		word: { headings: ['Opening a matter', 'Engagement'], nested: ['What is not in it', 'On paper'] },
	}
	for (const [name, { headings, nested }] of Object.entries(documents)) {
		const html = await readFile(`tests/fixtures/clipboard/${name}.html`, 'utf8')
		await content.press('Control+a')
		await content.evaluate((element, html) => {
			const clipboardData = new DataTransfer()
			clipboardData.setData('text/html', html)
			element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
		}, html)
		await expect(form.getByText('Not pasted: one picture')).toBeVisible()
		await expect(content.locator('h3')).toHaveText(headings)
		await expect(content.locator('li li')).toHaveText(nested)
		await expect(content.locator('table')).toHaveCount(1)
	}
	await expectAccessible(page)

	await content.press('Control+a')
	await content.press('Delete')
	await content.pressSequentially('the rules')
	await content.press('Shift+Control+ArrowLeft')
	// The editor receives a selection asynchronously: some frames later on a busy machine.
	const selectedText = () =>
		page.evaluate(async () => {
			await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
			return getSelection()?.toString()
		})
	await expect.poll(selectedText).toBe('rules')
	await content.press('Control+k')
	const panel = form.getByRole('dialog', { name: 'Link' })
	const urlField = panel.getByLabel('Link address')
	await expect(urlField).toBeFocused()
	await urlField.fill('no address')
	await urlField.press('Enter')
	await expect(panel.getByText('We cannot link to this address.')).toBeVisible()
	await expect(urlField).toBeFocused()
	await expectAccessible(page)
	await urlField.fill('www.calbar.ca.gov')
	await urlField.press('Enter')
	await expect(panel).toHaveCount(0)
	await expect(content).toBeFocused()
	await expect(content.getByRole('link', { name: 'rules' }).last()).toHaveAttribute('href', 'https://www.calbar.ca.gov')
	await form.getByRole('button', { name: 'Close', exact: true }).click()
	await expect(page.getByRole('button', { name: 'Add Module' })).toBeFocused()
})
