import type { Page } from 'playwright/test'
import { deleteModule, listModules } from '#src/features/modules/contract.ts'
import { sampleDocument, samplePdf } from '#tests/support/media/media-samples.ts'
import { expect } from '../../support/fixtures.ts'
import { answer } from '../../support/screens/answers.ts'
import type { Screen } from '../../support/screens/screen.ts'

const MODULES = '/admin/courses/005-client-intake/modules'
const form = (page: Page) => page.getByRole('form', { name: 'Edit module' })

const pick = (title: string) => async (page: Page) => {
	await page.locator('.author-pick').filter({ hasText: title }).click()
	await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
}

const editModule = (title: string) => async (page: Page) => {
	await pick(title)(page)
	await page.getByRole('button', { name: /^Edit/ }).click()
	await expect(form(page).getByRole('textbox', { name: 'Content' })).toBeVisible()
}

/** Adds two files to the form without saving. */
async function attach(page: Page): Promise<void> {
	await editModule('Who is calling, and why now')(page)
	await form(page)
		.locator('input[data-upload="worksheet"]')
		.setInputFiles([
			{ name: 'intake_sheet.pdf', mimeType: 'application/pdf', buffer: samplePdf },
			{ name: 'Fee agreement for flat fees and staged payments.docx', mimeType: '', buffer: sampleDocument() },
		])
	await expect(form(page).getByLabel('Name of file 2')).toBeVisible()
}

const worksheets: readonly Screen[] = [
	{ name: 'admin-module-worksheets', as: 'admin', path: MODULES, reach: attach },
	{
		name: 'admin-module-worksheets-library',
		as: 'admin',
		path: MODULES,
		windowOnly: true,
		async reach(page) {
			await attach(page)
			await page.getByRole('button', { name: 'Choose from the library' }).click()
			await expect(page.getByRole('dialog').getByText('intake_sheet.pdf').first()).toBeVisible()
		},
	},
]

export const moduleAuthorScreens: readonly Screen[] = [
	...worksheets,
	{
		name: 'admin-module-opening',
		as: 'admin',
		path: MODULES,
		windowOnly: true,
		async reach(page) {
			await page.getByRole('button', { name: /^Change when/ }).click()
			await page.getByRole('dialog').getByLabel('Opens', { exact: true }).selectOption('On a date')
			await page.getByRole('dialog').getByLabel('Opens on').fill('2090-11-05T09:00')
		},
	},
	{
		name: 'admin-module-opening-errors',
		as: 'admin',
		path: MODULES,
		windowOnly: true,
		async reach(page) {
			await page.getByRole('button', { name: /^Change when/ }).click()
			const dialog = page.getByRole('dialog')
			await dialog.getByLabel('Opens', { exact: true }).selectOption('Some days after a member enrolls')
			await dialog.getByLabel('Days after enrollment').fill('0')
			await dialog.getByRole('button', { name: 'Save' }).click()
			await expect(dialog.getByText('Enter a number of days from 1 to 3,650').first()).toBeVisible()
		},
	},
	{ name: 'admin-modules', as: 'admin', path: MODULES },
	{ name: 'admin-modules-video', as: 'admin', path: MODULES, reach: pick('The fifteen-minute call') },
	{ name: 'admin-modules-quiz', as: 'admin', path: MODULES, reach: pick('Red flags, graded') },
	{ name: 'admin-modules-journal', as: 'admin', path: MODULES, reach: pick('Your own intake sheet') },
	{
		name: 'admin-modules-content',
		as: 'admin',
		path: MODULES,
		reach: (page) => page.getByRole('tab', { name: 'Content' }).click(),
	},
	{
		name: 'admin-modules-none',
		as: 'admin',
		path: MODULES,
		async prepare(page) {
			await answer(page, deleteModule, { status: 204 })
			await answer(page, listModules, { json: [] })
		},
		async reach(page) {
			await page
				.getByRole('region', { name: 'Module' })
				.getByRole('button', { name: /^Delete/ })
				.click()
			await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
			await expect(page.getByText('No modules yet')).toBeVisible()
		},
	},
	{
		name: 'admin-module-add',
		as: 'admin',
		path: MODULES,
		reach: (page) => page.getByRole('button', { name: 'Add Module' }).click(),
	},
	{
		name: 'admin-module-add-errors',
		as: 'admin',
		path: MODULES,
		async reach(page) {
			await page.getByRole('button', { name: 'Add Module' }).click()
			const adding = page.getByRole('form', { name: 'New module' })
			await adding.getByLabel('Type').selectOption({ label: 'Quiz' })
			await adding.getByRole('button', { name: 'Add a question' }).click()
			await adding.getByRole('button', { name: 'Create Module' }).click()
			await expect(adding.getByText('Title must be at least 3 characters')).toBeVisible()
		},
	},
	{ name: 'admin-module-edit-text', as: 'admin', path: MODULES, reach: editModule('Who is calling, and why now') },
	{ name: 'admin-module-edit-video', as: 'admin', path: MODULES, reach: editModule('The fifteen-minute call') },
	{ name: 'admin-module-edit-quiz', as: 'admin', path: MODULES, reach: editModule('Red flags, graded') },
	{ name: 'admin-module-edit-journal', as: 'admin', path: MODULES, reach: editModule('Your own intake sheet') },
	{
		name: 'admin-module-unsaved-preview',
		as: 'admin',
		path: MODULES,
		async reach(page) {
			await editModule('Red flags, graded')(page)
			await form(page).getByLabel('Title').fill('A better title')
			await form(page).getByRole('tab', { name: 'Preview' }).click()
			await expect(form(page).getByRole('heading', { name: 'A better title' })).toBeVisible()
		},
	},
	{
		name: 'admin-module-other-type',
		as: 'admin',
		path: MODULES,
		windowOnly: true,
		async reach(page) {
			await editModule('Your own intake sheet')(page)
			await form(page).getByLabel('Type').selectOption('text')
			await form(page).getByRole('button', { name: 'Save' }).click()
			await expect(page.getByRole('alertdialog')).toBeVisible()
		},
	},
	{
		name: 'admin-module-picture',
		as: 'admin',
		path: MODULES,
		windowOnly: true,
		async reach(page) {
			await editModule('Your own intake sheet')(page)
			await form(page).getByRole('button', { name: 'Picture', exact: true }).click()
			await form(page).getByLabel('Picture address').fill('/og.png')
			await form(page).getByRole('button', { name: 'Add picture' }).click()
			await expect(form(page).getByText('Describe the picture')).toBeVisible()
		},
	},
	{
		name: 'admin-module-every-tool',
		as: 'admin',
		path: MODULES,
		async reach(page) {
			await editModule('Your own intake sheet')(page)
			const html = [
				'<h2>Before the call</h2><p>Read the <a href="/courses">form</a> once.</p><h3>What to ask</h3><h4>First</h4>',
				...['note', 'tip', 'warning'].map((kind) => `<section data-callout="${kind}"><p>Never promise.</p></section>`),
				'<img src="/og.png" alt="A table and two chairs" width="1200" height="630">',
				'<table><tbody><tr><th>Step</th><th>By</th></tr><tr><td>Call</td><td>Noon</td></tr></tbody></table>',
			].join('')
			const content = form(page).getByRole('textbox', { name: 'Content' })
			await content.press('Control+a')
			await content.evaluate((element, text) => {
				const clipboardData = new DataTransfer()
				// As the editor's own copy command does.
				clipboardData.setData('text/html', text.replace('<h2>', '<h2 data-pm-slice="1 1 []">'))
				element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
			}, html)
			await expect(content.getByText('Warning').or(content.locator('[data-callout="warning"]')).first()).toBeVisible()
			await expect(page.locator('.author-item').getByText('Unsaved changes')).toBeVisible()
		},
	},
	{
		name: 'admin-module-link',
		as: 'admin',
		path: MODULES,
		windowOnly: true,
		async reach(page) {
			await editModule('Your own intake sheet')(page)
			await form(page).getByRole('button', { name: 'Link', exact: true }).click()
			await expect(page.getByLabel('Link address')).toBeVisible()
		},
	},
]
