import type { Page } from 'playwright/test'
import { createAdmission, deleteAdmission, updateAdmission } from '#src/features/cle/contract.ts'
import { expect } from '../../support/fixtures.ts'
import { refuse, saveMeanwhile } from '../../support/screens/answers.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { button, dialog, field, inDialog, REFUSED, says } from '../../support/screens/steps.ts'
import { send } from '../../support/send.ts'
import { filled, overlay } from './filled.ts'

const ADMISSIONS = '/cle/admissions'
const newAdmission = (state: string) => async (page: Page) => {
	await dialog('Add an admission')(page)
	await page.getByRole('combobox', { name: 'Jurisdiction' }).selectOption({ label: state })
}
const editNewYork = async (page: Page) => {
	await button(page, 'Edit New York').click()
	await expect(page.getByRole('dialog', { name: 'Edit New York' })).toBeVisible()
}
const deleteNewYork = async (page: Page) => {
	await button(page, 'More for New York').click()
	await page.getByRole('menuitem', { name: 'Delete' }).click()
	await expect(page.getByRole('alertdialog')).toBeVisible()
}

export const admissionScreens: readonly Screen[] = [
	{ name: 'cle-admissions-empty', as: 'admin', path: ADMISSIONS },
	{ ...filled, name: 'cle-admissions', path: ADMISSIONS },
	{ name: 'cle-admission-new', as: 'admin', path: ADMISSIONS, ...overlay, reach: dialog('Add an admission') },
	{
		...{ name: 'cle-admission-new-york', as: 'admin', path: ADMISSIONS, ...overlay },
		async reach(page) {
			await newAdmission('New York')(page)
			await inDialog(page, 'Add admission').click()
			await expect(page.getByText('Enter your birthday: New York counts from it').first()).toBeVisible()
		},
	},
	{ name: 'cle-admission-california', as: 'admin', path: ADMISSIONS, ...overlay, reach: newAdmission('California') },
	{
		...{ name: 'cle-admission-taken', as: 'admin', path: ADMISSIONS, ...overlay, allows: REFUSED },
		async reach(page) {
			await refuse(page, createAdmission, createAdmission.errors.taken)
			await newAdmission('California')(page)
			await field(page, 'Date of admission').fill('2018-03-15')
			await inDialog(page, 'Add admission').click()
			await says(page, createAdmission.errors.taken[1])
		},
	},
	{ ...filled, ...overlay, name: 'cle-admission-edit', path: ADMISSIONS, reach: editNewYork },
	{
		...{ ...filled, ...overlay, name: 'cle-admission-extended', path: ADMISSIONS },
		async reach(page) {
			await editNewYork(page)
			await button(page, 'Add a filing').click()
			await button(page, 'Add an extension').click()
			await field(page, 'New last day').scrollIntoViewIfNeeded()
		},
	},
	{
		...{ ...filled, ...overlay, name: 'cle-admission-conflict', path: ADMISSIONS, allows: REFUSED },
		async reach(page) {
			const [current] = await send<object[]>(page, 'GET', '/api/cle/admissions')
			await saveMeanwhile(page, updateAdmission, { ...current, barNumber: '999' })
			await editNewYork(page)
			await page.getByLabel(/^Bar number/).fill('1000')
			await inDialog(page, 'Save admission').click()
			await expect(page.getByText(updateAdmission.errors.changed[1]).first()).toBeVisible()
		},
	},
	{ ...filled, ...overlay, name: 'cle-admission-delete', path: ADMISSIONS, reach: deleteNewYork },
	{
		...{ ...filled, ...overlay, name: 'cle-admission-delete-refused', path: ADMISSIONS, allows: REFUSED },
		async reach(page) {
			await refuse(page, deleteAdmission, deleteAdmission.errors.ours)
			await deleteNewYork(page)
			await inDialog(page, 'Delete').click()
			await says(page, deleteAdmission.errors.ours[1])
		},
	},
]
