import type { Page } from 'playwright/test'
import { createCredit, listCredits, moveCredit, voidCredit } from '#src/features/cle/contract.ts'
import { expect } from '../../support/fixtures.ts'
import { ledgerOf } from '../../support/ledger/states.ts'
import { answer, hold, refuse } from '../../support/screens/answers.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { button, dialog, field, inDialog, REFUSED, says } from '../../support/screens/steps.ts'
import { filled, overlay } from './filled.ts'

const UNAVAILABLE = { status: 503, body: 'The service is busy. Please try again in a moment.' }
const chooseAdmission = (page: Page, name: string) =>
	page.getByRole('combobox', { name: 'Admission' }).first().selectOption({ label: name })

const creditForm = dialog('Add a credit')
/** Fills in a credit for New York. */
async function fillInCredit(page: Page): Promise<void> {
	await creditForm(page)
	const form = page.locator('dialog[open]')
	await form.getByRole('combobox', { name: 'Admission' }).selectOption({ label: 'New York' })
	await form.getByLabel('Title').fill('Escrow, step by step')
	await form.getByLabel('Provider').fill('New York City Bar')
	await form.getByLabel('Category').selectOption({ index: 1 })
	await form.getByLabel(/^Minutes/).fill('480')
}
const inCreditMenu = (name: string) => async (page: Page) => {
	await button(page, /^More for Escrow/)
		.first()
		.click()
	await page.getByRole('menuitem', { name }).click()
	await expect(page.locator('dialog[open]')).toBeVisible()
}
const refusedCredit = (name: string, error: readonly [number, string]): Screen => ({
	...{ ...filled, ...overlay, name: `cle-credit-${name}`, path: '/cle/credits', allows: REFUSED },
	async reach(page) {
		await refuse(page, createCredit, error)
		await fillInCredit(page)
		await inDialog(page, 'Add credit').click()
		await says(page, error[1])
	},
})

export const creditScreens: readonly Screen[] = [
	{ name: 'cle-credits-no-admission', as: 'admin', path: '/cle/credits' },
	{ ...filled, name: 'cle-credits', path: '/cle/credits' },
	{
		...{ ...filled, name: 'cle-credits-of-cycle', path: '/cle/credits' },
		async reach(page) {
			await chooseAdmission(page, 'New York')
			const [card] = (await ledgerOf(page)).cards.filter(({ name }) => name === 'New York')
			const later = card?.cycles.at(-1)?.cycleFrom ?? ''
			await page.getByRole('combobox', { name: 'Cycle' }).selectOption(later)
			await expect(page.getByText('No credits here')).toBeVisible()
		},
	},
	{
		...{ ...filled, name: 'cle-credits-loading', path: '/cle/credits' },
		async reach(page) {
			await hold(page, listCredits)
			await chooseAdmission(page, 'New York')
			await expect(page.getByText('Loading credits...')).toBeAttached()
		},
	},
	{
		...{ ...filled, name: 'cle-credits-not-loaded', path: '/cle/credits', allows: REFUSED },
		async reach(page) {
			await answer(page, listCredits, UNAVAILABLE)
			await chooseAdmission(page, 'New York')
			await expect(page.getByText('Your credits could not be loaded')).toBeVisible()
		},
	},
	{ ...filled, ...overlay, name: 'cle-credit-new', path: '/cle/credits', reach: creditForm },
	{
		...{ ...filled, ...overlay, name: 'cle-credit-wrong', path: '/cle/credits' },
		async reach(page) {
			await creditForm(page)
			await inDialog(page, 'Add credit').click()
			await expect(page.getByText('Enter the minutes or the credits').first()).toBeVisible()
		},
	},
	{
		...{ ...filled, ...overlay, name: 'cle-credit-speaking', path: '/cle/credits' },
		async reach(page) {
			await creditForm(page)
			const form = page.locator('dialog[open]')
			await form.getByRole('combobox', { name: 'Admission' }).selectOption({ label: 'California' })
			await form.getByRole('combobox', { name: 'What you did' }).selectOption({ label: 'Spoke or taught' })
			await form.getByRole('combobox', { name: 'Approved by' }).selectOption({ label: 'Another state' })
			await form.getByRole('button', { name: 'Another category' }).click()
			await form.getByLabel(/^Minutes you listened/).scrollIntoViewIfNeeded()
		},
	},
	{
		...{ ...filled, ...overlay, name: 'cle-credit-file-refused', path: '/cle/credits' },
		async reach(page) {
			await creditForm(page)
			const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
			await page.getByLabel(/^Certificate/).setInputFiles(file)
			await expect(page.getByText('Use a PDF, JPEG or PNG file')).toBeVisible()
		},
	},
	refusedCredit('logged', createCredit.errors.logged),
	refusedCredit('outside', createCredit.errors.outside),
	refusedCredit('steps', createCredit.errors.steps),
	{
		...{ ...filled, ...overlay, name: 'cle-credit-menu', path: '/cle/credits' },
		async reach(page) {
			await button(page, /^More for Escrow/)
				.first()
				.click()
			await expect(page.getByRole('menuitem', { name: 'Void' })).toBeVisible()
		},
	},
	{ ...filled, ...overlay, name: 'cle-credit-void', path: '/cle/credits', reach: inCreditMenu('Void') },
	{
		...{ ...filled, ...overlay, name: 'cle-credit-void-refused', path: '/cle/credits', allows: REFUSED },
		async reach(page) {
			await refuse(page, voidCredit, voidCredit.errors.ours)
			await inCreditMenu('Void')(page)
			await field(page, 'Reason').fill('Logged twice')
			await inDialog(page, 'Void credit').click()
			await says(page, voidCredit.errors.ours[1])
		},
	},
	{
		...filled,
		...overlay,
		name: 'cle-credit-move',
		path: '/cle/credits',
		reach: inCreditMenu('Move to another cycle'),
	},
	{
		...{ ...filled, ...overlay, name: 'cle-credit-move-refused', path: '/cle/credits', allows: REFUSED },
		async reach(page) {
			await refuse(page, moveCredit, moveCredit.errors.mostCarry)
			await inCreditMenu('Move to another cycle')(page)
			await inDialog(page, 'Move credit').click()
			await says(page, moveCredit.errors.mostCarry[1])
		},
	},
]
