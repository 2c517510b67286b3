import type { Locator, Page } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// The text editor: its output survives the sanitizer, and every function works by keyboard.

const reading = { title: 'Reading', description: 'What to read.', content: '<p>Read this with care, and twice.</p>' }
/** A picture of this site: tests never load external ones. */
const PICTURE = '/og.png'

/** Opens the module form of a new one-module course, with the text selected to its end. */
async function openEditor(page: Page, title: string): Promise<{ id: string; form: Locator; content: Locator }> {
	const id = await publishCourse(page, title, [reading])
	await page.goto(`/admin/courses/${id}/modules`)
	await awake(page)
	await page.getByRole('button', { name: /^Edit/ }).click()
	const form = page.getByRole('form', { name: 'Edit module' })
	const content = form.getByRole('textbox', { name: 'Content' })
	// The draft that loads with the form moves the cursor to its start.
	await expect(form.getByText('All changes saved.')).toBeVisible()
	await content.press('Control+End')
	return { id, form, content }
}

const tool = (form: Locator, name: string) =>
	form.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })

const expectNoSidewaysScrolling = async (page: Page) =>
	expect(
		await page.evaluate(() =>
			document.documentElement.scrollWidth <= innerWidth
				? []
				: [...document.querySelectorAll('body *')]
						.filter((part) => part.getBoundingClientRect().right > innerWidth)
						.map((part) => `${part.tagName} ${part.className}`),
		),
		'wider than the window',
	).toEqual([])

for (const width of [390, 1440])
	test(`headings, a table, a picture and a callout are written and published at ${width}`, async ({
		page,
		signInAs,
	}) => {
		await page.setViewportSize({ width, height: 844 })
		await signInAs('admin')
		const { id, form, content } = await openEditor(page, 'Written with every tool')

		await content.press('Enter')
		await tool(form, 'Heading 2').click()
		await expect(tool(form, 'Heading 2')).toHaveAttribute('aria-pressed', 'true')
		await content.pressSequentially('The first call')
		await content.press('Enter')
		await content.pressSequentially('Answer before noon.')
		await tool(form, 'Warning').click()
		await expect(tool(form, 'Warning')).toHaveAttribute('aria-pressed', 'true')
		await expect(content.locator('section[data-callout="warning"]')).toHaveText('Answer before noon.')
		// The button of another kind changes the callout. Pressing the same button again would remove it.
		await tool(form, 'Tip').click()
		await expect(content.locator('section[data-callout="tip"]')).toHaveText('Answer before noon.')
		// Enter on an empty last line moves out of the callout.
		await content.press('End')
		await content.press('Enter')
		await content.press('Enter')
		await expect(tool(form, 'Tip')).toHaveAttribute('aria-pressed', 'false')

		await tool(form, 'Picture').click()
		const panel = form.getByRole('dialog', { name: 'Picture' })
		await expect(panel.getByLabel('Picture address')).toBeFocused()
		await panel.getByLabel('Picture address').fill(PICTURE)
		await panel.getByRole('button', { name: 'Add picture' }).click()
		await expect(panel.getByText('Describe the picture')).toBeVisible()
		await expect(panel.getByLabel('Alternative text')).toBeFocused()
		await expectAccessible(page)
		await panel.getByLabel('Alternative text').fill('Two chairs at a table')
		await panel.getByLabel('Alternative text').press('Enter')
		await expect(panel).toHaveCount(0)
		await expect(content.getByRole('img', { name: 'Two chairs at a table' })).toBeVisible()
		await content.press('Control+End')
		await content.press('Enter')

		await tool(form, 'Table').click()
		const table = form.getByRole('toolbar', { name: 'Table' })
		await content.pressSequentially('Fee')
		await table.getByRole('button', { name: 'Add column' }).click()
		await table.getByRole('button', { name: 'Delete row' }).first().scrollIntoViewIfNeeded()
		await table.getByRole('button', { name: 'Add row' }).click()
		await expect(content.locator('tr')).toHaveCount(4)
		await expect(content.locator('tr').first().locator('th')).toHaveCount(3)
		for (const head of ['Hours', 'Sum']) {
			await content.press('Tab')
			await content.pressSequentially(head)
		}
		await expect(content.locator('th')).toHaveText(['Fee', 'Hours', 'Sum'])
		await expectNoSidewaysScrolling(page)
		await expect(form.getByText('Unsaved changes are kept in this browser.')).toBeVisible()
		// The list marks which module has unsaved changes.
		await expect(page.locator('.author-item').getByText('Unsaved changes')).toBeVisible()

		// Both bars stay in view at any scroll position.
		for (const bar of [
			form.getByRole('toolbar', { name: 'Formatting' }),
			form.getByRole('button', { name: 'Save Module' }),
		])
			await expect(bar).toBeInViewport()
		await form.getByRole('button', { name: 'Save Module' }).click()
		await expect(form).toHaveCount(0)
		await expect(page.locator('.author-item').getByText('Unsaved changes')).toHaveCount(0)

		const [module] = await send<{ content: string }[]>(page, 'GET', `/api/courses/${id}/modules`)
		expect(module?.content).toContain(
			'<h2>The first call</h2><section data-callout="tip"><p>Answer before noon.</p></section>',
		)
		expect(module?.content).toMatch(/<img src="\/og\.png" alt="Two chairs at a table" width="\d+" height="\d+" \/>/)
		await expect.poll(async () => (await page.request.get(`/courses/${id}`)).text()).toContain('Two chairs at a table')
		await page.goto(`/courses/${id}`)
		await awake(page)
		// One level below the module's title, which is an h2.
		await expect(page.getByRole('heading', { name: 'The first call' })).toHaveAttribute('aria-level', '3')
		await expect(page.getByText('Tip', { exact: true })).toBeVisible()
		await expect(page.getByRole('img', { name: 'Two chairs at a table' })).toBeVisible()
		await expectNoSidewaysScrolling(page)
		await expectAccessible(page)
		await send(page, 'DELETE', `/api/courses/${id}`)
	})

test('the toolbar is one tab stop, and links are added, opened, edited and removed by keyboard', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	const { id, form, content } = await openEditor(page, 'Written without a mouse')
	await content.press('Shift+Tab')
	await expect(tool(form, 'Heading 2')).toBeFocused()
	await page.keyboard.press('ArrowRight')
	await expect(tool(form, 'Heading 3')).toBeFocused()
	await page.keyboard.press('End')
	await expect(tool(form, 'Redo')).toBeFocused()
	await page.keyboard.press('ArrowRight')
	await expect(tool(form, 'Heading 2')).toBeFocused()
	await page.keyboard.press('ArrowRight')
	await page.keyboard.press('Tab')
	await expect(content).toBeFocused()
	// The toolbar returns the focus to its last focused button.
	await page.keyboard.press('Shift+Tab')
	await expect(tool(form, 'Heading 3')).toBeFocused()
	await page.keyboard.press('Tab')

	await content.press('Control+a')
	await content.press('Control+k')
	const panel = form.getByRole('dialog', { name: 'Link' })
	await expect(panel.getByLabel('Link address')).toBeFocused()
	await panel.getByLabel('Link address').fill('/courses')
	await page.keyboard.press('Enter')
	await expect(panel).toHaveCount(0)
	await expect(content.getByRole('link')).toHaveAttribute('href', '/courses')
	const linkPopover = form.getByRole('group', { name: 'Link' })
	await expect(linkPopover.getByText('/courses', { exact: true })).toBeVisible()
	await expect(linkPopover.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/courses')
	await expectAccessible(page)
	await content.press('Control+k')
	await expect(panel.getByLabel('Link address')).toHaveValue('/courses')
	await page.keyboard.press('Escape')
	await expect(content).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(linkPopover.getByRole('button', { name: 'Edit' })).toBeFocused()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Tab')
	await expect(linkPopover.getByRole('button', { name: 'Remove' })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(content.getByRole('link')).toHaveCount(0)
	await expect(content).toBeFocused()
	await send(page, 'DELETE', `/api/courses/${id}`)
})

test('a picture can be decorative, changed and removed; a broken one is rejected; a failed save is reported', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/Failed to load resource/)
	await signInAs('admin')
	const { id, form, content } = await openEditor(page, 'Written with a picture')
	await tool(form, 'Picture').click()
	const panel = form.getByRole('dialog', { name: 'Picture' })
	const urlField = panel.getByLabel('Picture address')
	for (const [input, sentence] of [
		['javascript:alert(1)', 'This is not a picture address.'],
		['/no-such-picture.png', 'No picture could be loaded from this address.'],
	] as const) {
		await urlField.fill(input)
		await panel.getByRole('checkbox', { name: /^Decorative/ }).check()
		await urlField.press('Enter')
		await expect(panel.getByText(sentence)).toBeVisible()
		await expect(urlField).toBeFocused()
	}
	await urlField.fill(PICTURE)
	await urlField.press('Enter')
	const picture = content.locator('img')
	await expect(picture).toHaveAttribute('alt', '')
	await picture.click()
	await expect(tool(form, 'Picture')).toHaveAttribute('aria-pressed', 'true')
	await tool(form, 'Picture').click()
	await expect(panel.getByRole('checkbox', { name: /^Decorative/ })).toBeChecked()
	await panel.getByRole('checkbox', { name: /^Decorative/ }).uncheck()
	await panel.getByLabel('Alternative text').fill('The desk')
	await panel.getByRole('button', { name: 'Change picture' }).click()
	await expect(content.getByRole('img', { name: 'The desk' })).toHaveCount(1)

	await page.route('**/api/modules/*', (route) => route.fulfill({ status: 503, body: 'Busy right now' }))
	await form.getByRole('button', { name: 'Save Module' }).click()
	await expect(form.getByText('Not saved, but kept in this browser. See the errors at the top.')).toBeVisible()
	await page.unrouteAll()
	await picture.click()
	await tool(form, 'Picture').click()
	await panel.getByRole('button', { name: 'Remove picture' }).click()
	await expect(content.locator('img')).toHaveCount(0)
	await form.getByRole('button', { name: 'Save Module' }).click()
	await expect(form).toHaveCount(0)
	await send(page, 'DELETE', `/api/courses/${id}`)
})

test('a pasted picture is uploaded, and the editor asks for its description', async ({ page, signInAs }) => {
	await signInAs('admin')
	const { id, form, content } = await openEditor(page, 'Written with a pasted picture')
	await content.evaluate(async (element) => {
		const canvas = document.createElement('canvas')
		canvas.width = 40
		canvas.height = 30
		canvas.getContext('2d')?.fillRect(0, 0, 20, 30)
		const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
		const clipboardData = new DataTransfer()
		clipboardData.items.add(new File([blob ?? ''], 'desk.png', { type: 'image/png' }))
		element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
	})
	const panel = form.getByRole('dialog', { name: 'Picture' })
	await expect(panel.getByLabel('Picture address')).toHaveValue(/\/media\//)
	await expect(panel.getByLabel('Alternative text')).toBeFocused()
	await expectAccessible(page)
	await panel.getByLabel('Alternative text').fill('Half a desk')
	await page.keyboard.press('Enter')
	const picture = content.getByRole('img', { name: 'Half a desk' })
	await expect(picture).toHaveAttribute('width', '40')
	// A file that is not a picture is rejected with a message.
	await content.evaluate((element) => {
		const clipboardData = new DataTransfer()
		clipboardData.items.add(new File(['text'], 'notes.zip', { type: 'application/zip' }))
		element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
	})
	await expect(form.getByText('You can only add pictures here.')).toBeVisible()
	await form.getByRole('button', { name: 'Save Module' }).click()
	await expect(form).toHaveCount(0)
	await expect.poll(async () => (await page.request.get(`/courses/${id}`)).text()).toContain('Half a desk')
	await page.goto(`/courses/${id}`)
	await expect(page.getByRole('img', { name: 'Half a desk' })).toBeVisible()
	await send(page, 'DELETE', `/api/courses/${id}`)
})
