import type { Page } from 'playwright/test'
import { decideAttendance, listAttendances } from '#src/features/attendance/admin-contract.ts'
import { verifyCertificate } from '#src/features/attendance/certificates-contract.ts'
import {
	type Activity,
	createActivity,
	deleteActivity,
	type Provider,
	updateAccreditation,
	updateActivity,
	updateProvider,
} from '#src/features/cle/admin-contract.ts'
import { expect } from '../../support/fixtures.ts'
import type { FilledLedger } from '../../support/ledger/club.ts'
import { admit } from '../../support/ledger/states.ts'
import { answer, refuse, saveMeanwhile } from '../../support/screens/answers.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { button, dialog, fill, inDialog, press, REFUSED, says } from '../../support/screens/steps.ts'
import { send } from '../../support/send.ts'

const record = {
	...{ number: 'MFRGGZDFMZTWQ2LK', title: 'Fee agreements that hold', completedOn: '2026-11-29', minutes: 100 },
	...{ credits: 150, jurisdictionName: 'New York', paper: 'attendance', isAccredited: true, provider: 'Second Chair' },
	creditsByCategory: [
		{ name: 'Areas of professional practice', credits: 100 },
		{ name: 'Ethics and professionalism', credits: 50 },
	],
	...{ revokedAt: null, reason: null },
}

const verified = (name: string, overrides: object, text: string | RegExp): Screen => ({
	...{ name: `verify-${name}`, path: '/verify' },
	prepare: (page) => answer(page, verifyCertificate, { json: { ...record, ...overrides } }),
	async reach(page) {
		await fill(page, { Number: 'MFRG GZDF MZTW Q2LK', 'Last name': 'Whitfield' })
		await press(page, 'Check the record', text)
	},
})

const refusedCheck = (name: string, error: readonly [number, string]): Screen => ({
	...{ name: `verify-${name}`, path: '/verify', allows: REFUSED },
	prepare: (page) => refuse(page, verifyCertificate, error),
	async reach(page) {
		await fill(page, { Number: 'MFRG GZDF MZTW Q2LK', 'Last name': 'Whitfield' })
		await press(page, 'Check the record', error[1])
	},
})

/** The public page that checks records, and admin screens of a club without any activity. */
export const verifyScreens: readonly Screen[] = [
	{ name: 'verify', path: '/verify' },
	{ name: 'verify-by-link', path: '/verify?number=MFRGGZDFMZTWQ2LK' },
	{
		...{ name: 'verify-all-errors', path: '/verify' },
		reach: (page) => press(page, 'Check the record', 'Enter the number and the last name'),
	},
	verified('valid', {}, 'This record is valid'),
	verified('revoked', { revokedAt: '2026-12-01T12:00:00Z', reason: 'Issued for the wrong person' }, /was revoked/),
	verified(
		'not-accredited',
		{ isAccredited: false, paper: 'record', jurisdictionName: '', credits: 0, creditsByCategory: [] },
		/^Not accredited/,
	),
	refusedCheck('none', verifyCertificate.errors.none),
	refusedCheck('too-many', verifyCertificate.errors.tooMany),
	{ name: 'cle-admin-empty', as: 'admin', path: '/admin/cle' },
	{ name: 'cle-admin-attendance-empty', as: 'admin', path: '/admin/cle/attendance' },
	{ name: 'cle-admin-certificates-empty', as: 'admin', path: '/admin/cle/certificates' },
	{ name: 'cle-admin-records-empty', as: 'admin', path: '/admin/cle/records' },
	{
		name: 'cle-admin-activity-missing',
		as: 'admin',
		path: '/admin/cle/activities/none',
		allows: REFUSED,
		sleeps: true,
	},
	{ name: 'cle-admin-rules', as: 'admin', path: '/admin/cle/rules' },
	{ name: 'cle-admin-rules-of', as: 'admin', path: '/admin/cle/rules/US-NY' },
	{ name: 'cle-admin-rules-unchecked', as: 'admin', path: '/admin/cle/rules/US-TX' },
	{
		...{ name: 'cle-admin-rules-edit', as: 'admin', path: '/admin/cle/rules/US-NY', windowOnly: true },
		reach: dialog('Edit as a new version', async (page) => {
			await page.getByText('All rules as text').click()
			await page.getByRole('textbox', { name: 'Rules' }).fill('{')
			await press(page, 'Save version', 'is not JSON')
		}),
	},
	{
		...{ name: 'cle-admin-rules-numbers', as: 'admin', path: '/admin/cle/rules/US-NY', windowOnly: true },
		reach: dialog('Edit as a new version', async (page) => {
			await page.getByLabel('All credits').first().fill('many')
			await expect(page.getByText('Enter credits such as 1.5')).toBeVisible()
		}),
	},
	{ name: 'cle-admin-provider', as: 'admin', path: '/admin/cle/provider' },
]

/** A screen of the club that `fillLedgerClub` fills. */
export interface LedgerScreen extends Omit<Screen, 'as' | 'path'> {
	path: string | ((filled: FilledLedger) => string)
}

const overlay = { windowOnly: true } as const
const menu = (buttonName: string | RegExp, action: string) => async (page: Page) => {
	await page.getByRole('button', { name: buttonName }).first().click()
	await page.getByRole('menuitem', { name: action }).click()
	await expect(page.locator('dialog[open]')).toBeVisible()
}
const activityPage = ({ activity }: FilledLedger) => `/admin/cle/activities/${activity}`
const completePage = ({ complete }: FilledLedger) => `/admin/cle/attendance/${complete}`
const reviewPage = ({ review }: FilledLedger) => `/admin/cle/attendance/${review}`

export const ledgerAdminScreens: readonly LedgerScreen[] = [
	{ name: 'cle-admin-activities', path: '/admin/cle' },
	{
		...{ name: 'cle-admin-activity-add', path: '/admin/cle', ...overlay },
		reach: dialog('Add activity', async (page) => {
			await expect(page.getByLabel('What gives credit')).toContainText('Choose')
			await inDialog(page, 'Add activity').click()
			await expect(page.getByText('Choose what gives credit').first()).toBeVisible()
		}),
	},
	{
		...{ name: 'cle-admin-activity-taken', path: '/admin/cle', allows: REFUSED, ...overlay },
		reach: dialog('Add activity', async (page) => {
			await refuse(page, createActivity, createActivity.errors.taken)
			await page.getByLabel('What gives credit').selectOption({ index: 1 })
			await fill(page, { 'Minutes of instruction': '50' })
			await inDialog(page, 'Add activity').click()
			await says(page, createActivity.errors.taken[1])
		}),
	},
	{
		...{ name: 'cle-admin-activity-used', path: '/admin/cle', allows: REFUSED, ...overlay },
		async reach(page) {
			await refuse(page, deleteActivity, deleteActivity.errors.used)
			await menu(/^More for/, 'Delete')(page)
			await inDialog(page, 'Delete').click()
			await says(page, deleteActivity.errors.used[1])
		},
	},
	{ name: 'cle-admin-activity', path: activityPage },
	{
		...{ name: 'cle-admin-accreditation-add', path: activityPage, ...overlay },
		reach: dialog('Add accreditation', async (page) => {
			await page.getByLabel('Jurisdiction').selectOption({ label: 'New York' })
			await inDialog(page, 'Add accreditation').click()
			await expect(page.getByLabel('Number that the board gave')).toHaveAttribute('aria-invalid', 'true')
		}),
	},
	{
		...{ name: 'cle-admin-activity-changed', path: activityPage, allows: REFUSED, ...overlay },
		reach: dialog('Edit', async (page) => {
			const [activity] = await send<Activity[]>(page, 'GET', '/api/admin/cle/activities')
			await saveMeanwhile(page, updateActivity, { ...activity, minutes: 55, offered: false })
			await fill(page, { Title: 'Calendars that survive' })
			await inDialog(page, 'Save activity').click()
			await expect(page.locator('dialog[open]').getByText('55')).toBeVisible()
		}),
	},
	{
		...{ name: 'cle-admin-accreditation-changed', path: activityPage, allows: REFUSED, ...overlay },
		async reach(page) {
			const all = await send<Activity[]>(page, 'GET', '/api/admin/cle/activities')
			const accreditation = all.flatMap(({ accreditations }) => accreditations)[0]
			const current = { ...accreditation, number: 'C-2027-9', credits: { general: 200 } }
			await saveMeanwhile(page, updateAccreditation, current)
			await button(page, 'California').click()
			await fill(page, { 'Number that the board gave': 'C-2027-1' })
			await inDialog(page, 'Save accreditation').click()
			await expect(page.locator('dialog[open]').getByText('C-2027-9')).toBeVisible()
		},
	},
	{
		...{ name: 'cle-admin-provider-changed', path: '/admin/cle/provider', allows: REFUSED },
		async reach(page) {
			const current = await send<Provider>(page, 'GET', '/api/admin/cle/provider')
			await saveMeanwhile(page, updateProvider, { ...current, signatory: 'Dana Whitfield' })
			await fill(page, { 'Who signs': 'Ruth A. Adeyemi' })
			await button(page, 'Save details').click()
			await expect(page.getByText('Dana Whitfield')).toBeVisible()
		},
	},
	{ name: 'cle-admin-attendance', path: '/admin/cle/attendance' },
	{ name: 'cle-admin-attendance-review', path: '/admin/cle/attendance?state=review' },
	{ name: 'cle-admin-attendance-none', path: '/admin/cle/attendance?state=refused' },
	{
		...{ name: 'cle-admin-attendance-not-loaded', path: '/admin/cle/attendance', allows: REFUSED },
		async reach(page) {
			await answer(page, listAttendances, { status: 503, body: 'The service is busy. Please try again in a moment.' })
			await page.getByLabel('State').selectOption({ label: 'Refused' })
			await expect(page.getByText('The attendances could not be loaded')).toBeVisible()
		},
	},
	{
		...{ name: 'cle-admin-evidence', path: completePage },
		reach: (page) => page.getByText('The whole record').click(),
	},
	{
		...{ name: 'cle-admin-revoke', path: completePage, ...overlay },
		async reach(page) {
			await menu(/^More for/, 'Revoke')(page)
			await inDialog(page, 'Revoke').click()
			await expect(page.getByText('Enter a reason')).toBeVisible()
		},
	},
	{ ...{ name: 'cle-admin-review', path: reviewPage } },
	{
		...{ name: 'cle-admin-decide', path: reviewPage, allows: REFUSED, ...overlay },
		reach: dialog('Decide', async (page) => {
			await refuse(page, decideAttendance, decideAttendance.errors.decided)
			await page.getByLabel('Decision').selectOption({ label: 'Refuse: no credit' })
			await fill(page, { Reason: 'The codes were entered by somebody else' })
			await inDialog(page, 'Decide').click()
			await says(page, decideAttendance.errors.decided[1])
		}),
	},
	{ name: 'cle-admin-certificates', path: '/admin/cle/certificates' },
	{ name: 'cle-admin-records', path: '/admin/cle/records' },
	{
		...{ name: 'cle-admin-provider-filled', path: '/admin/cle/provider' },
		reach: (page) => expect(button(page, 'Save details')).toBeVisible(),
	},
	{ name: 'cle-admin-dashboard', path: '/admin' },
	// Uses this separate club, because the admission stays and would change a member's other screens.
	{ name: 'cle-overview-unchecked', path: '/cle', prepare: async (page) => void (await admit(page, 'US-TX')) },
]
