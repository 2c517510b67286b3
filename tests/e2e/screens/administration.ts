import type { Page } from 'playwright/test'
import { getFirstSteps, sendFirstTestMail, updateFirstSteps } from '#src/features/admin-home/contract.ts'
import { decideApplication, listApplications } from '#src/features/applications/contract.ts'
import { resendMail } from '#src/features/mail/contract.ts'
import { rebuildSearch, searchStatus } from '#src/features/search/contract.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { expect, type Site } from '../support/fixtures.ts'
import { answer, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, dialog, field, inDialog, press, REFUSED, says, tab } from '../support/screens/steps.ts'
import { send } from '../support/send.ts'

const applicationScreens: readonly Screen[] = [
	{ name: 'admin-applications-pending', as: 'admin', path: '/admin/applications' },
	{ name: 'admin-applications-approved', as: 'admin', path: '/admin/applications', reach: tab(/^Approved/) },
	{ name: 'admin-applications-rejected', as: 'admin', path: '/admin/applications', reach: tab(/^Rejected/) },
	{
		name: 'admin-applications-decided-and-empty',
		as: 'admin',
		path: '/admin/applications',
		async prepare(page) {
			await answer(page, listApplications, { json: [] })
			await answer(page, decideApplication, { json: await decided(page) })
		},
		reach: dialog(/^Reject/, async (page) => {
			await inDialog(page, 'Reject').click()
			await expect(page.getByText('No pending applications at this time')).toBeVisible()
		}),
	},
	{
		name: 'admin-applications-details',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		reach: dialog(/^Details/),
	},
	{
		name: 'admin-applications-ask-back',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		reach: dialog(/^Details/, async (page) => {
			await inDialog(page, 'Ask back').click()
			await expect(inDialog(page, 'Send question')).toBeVisible()
		}),
	},
	{
		name: 'admin-application-form',
		as: 'admin',
		path: '/admin/applications/form',
		async reach(page) {
			await page.getByLabel(/^Ask for the bar admission/).check()
			await button(page, 'Add a field').click()
			await page.getByRole('group', { name: 'Field 1' }).getByLabel('Label').fill('How did you hear of us?')
			await button(page, 'Add a field').click()
			await page.getByRole('group', { name: 'Field 1' }).getByLabel('Kind').selectOption('choice')
			await field(page, 'Choices').fill('A friend\nThe podcast')
			await page.getByLabel(/^Words next to a box/).fill('I have read the rules of the club')
			await press(page, 'Save the form', 'Enter a label')
		},
	},
	{
		name: 'admin-applications-details-decided',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		async reach(page) {
			await tab(/^Approved/)(page)
			await dialog(/^Details/)(page)
		},
	},
	{
		name: 'admin-applications-approve',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		reach: dialog(/^Approve/),
	},
	{
		name: 'admin-applications-reject',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		reach: dialog(/^Reject/),
	},
	{
		name: 'admin-applications-decided-by-another',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		allows: REFUSED,
		prepare: (page) => refuse(page, decideApplication, decideApplication.errors.decided),
		reach: dialog(/^Approve/, async (page) => {
			await inDialog(page, 'Approve').click()
			await says(page, decideApplication.errors.decided[1])
		}),
	},
]

/** Returns a decided application based on a real one. */
async function decided(page: Page): Promise<object> {
	const reply = await page.context().request.get('/api/admin/applications?limit=1')
	const [first] = (await reply.json()) as object[]
	return { ...first, applicationStatus: 'rejected', status: 'inactive' }
}

const UNDELIVERABLE = 'avery.lindholm@screens.example.com'

/** Creates an undeliverable email by adding an account whose mailbox does not exist. */
async function giveUpAMail(page: Page, { smtpPort }: Site): Promise<void> {
	const { request } = page.context()
	const unsent = async (state: string) => (await request.get(`/api/admin/mail?state=${state}`)).json()
	const isDead = async () => JSON.stringify(await unsent('dead')).includes(UNDELIVERABLE)
	if (await isDead()) return
	const smtp = await startSmtp({
		port: smtpPort,
		refuse: (to) =>
			to === UNDELIVERABLE ? Object.assign(new Error('No such mailbox here'), { responseCode: 550 }) : undefined,
	})
	const account = { name: 'Avery Lindholm', email: UNDELIVERABLE, role: 'regular', password: 'a first password' }
	await send(page, 'POST', '/api/admin/users', account)
	await expect.poll(isDead, { timeout: 60_000 }).toBe(true)
	await smtp.close()
}

const otherScreens: readonly Screen[] = [
	{ name: 'admin', as: 'admin', path: '/admin' },
	{
		name: 'admin-unanswered-questions',
		as: 'admin',
		path: '/admin',
		part: (page) => page.getByRole('region', { name: 'What waits' }),
		reach: (page) => expect(page.getByRole('link', { name: /^How do you keep up with fee changes/ })).toBeVisible(),
	},
	{ name: 'admin-needs-attention', as: 'admin', path: '/admin?arrived=an.old-link', prepare: giveUpAMail },
	{
		name: 'admin-proof-on-its-way',
		as: 'admin',
		path: '/admin',
		async prepare(page) {
			await answer(page, sendFirstTestMail, { json: { to: 'admin@club.example' } })
		},
		reach: (page) => press(page, 'Send me the email', /on its way/),
	},
	{
		name: 'admin-proof-refused',
		as: 'admin',
		path: '/admin',
		allows: REFUSED,
		prepare: (page) => refuse(page, sendFirstTestMail, sendFirstTestMail.errors.noMail),
		reach: (page) => press(page, 'Send me the email', sendFirstTestMail.errors.noMail[1]),
	},
	{
		name: 'admin-first-steps-hidden',
		as: 'admin',
		path: '/admin',
		async prepare(page) {
			const hidden = { isHidden: true, steps: [] }
			await answer(page, updateFirstSteps, { json: hidden })
			await answer(page, getFirstSteps, { json: hidden })
		},
		async reach(page) {
			await button(page, 'Hide').click()
			await expect(button(page, 'Show the first steps')).toBeVisible()
		},
	},
	{ name: 'admin-hosting', as: 'admin', path: '/admin/hosting' },
	{
		name: 'admin-hosting-search-running',
		as: 'admin',
		path: '/admin/hosting',
		part: (page) => page.locator('#search'),
		async prepare(page) {
			await answer(page, rebuildSearch, { status: 204 })
			await answer(page, searchStatus, {
				json: {
					parts: 1_240,
					words: 9_120,
					waiting: 0,
					lastRebuild: null,
					running: true,
					step: 'answers',
					answersDone: 43,
				},
			})
		},
		async reach(page) {
			// In a new club a job is already building the index.
			if (await button(page, 'Rebuild').isVisible()) await button(page, 'Rebuild').click()
			await expect(page.locator('#search').getByRole('status')).toContainText('43% done')
		},
	},
	{ name: 'admin-mail-given-up', as: 'admin', path: '/admin/mail', prepare: giveUpAMail },
	{
		name: 'admin-mail-not-sent-again',
		as: 'admin',
		path: '/admin/mail',
		allows: REFUSED,
		async prepare(page, site) {
			await giveUpAMail(page, site)
			await refuse(page, resendMail, resendMail.errors.unknown)
		},
		reach: (page) => press(page, `Send again to ${UNDELIVERABLE}`, resendMail.errors.unknown[1]),
	},
	{ name: 'admin-audit', as: 'admin', path: '/admin/audit', prepare: giveUpAMail },
	{
		name: 'admin-audit-nothing-of-this-kind',
		as: 'admin',
		path: '/admin/audit',
		async prepare(page) {
			await page.route('**/api/admin/audit?*', (route) =>
				route.fulfill({ contentType: 'application/json', body: '[]' }),
			)
		},
		async reach(page) {
			await field(page, 'Action').selectOption('Course unpublished')
			await expect(page.getByText('No entries for this action')).toBeVisible()
		},
	},
]

const frameScreens: readonly Screen[] = [
	{
		name: 'admin-found',
		as: 'admin',
		path: '/admin/audit',
		windowOnly: true,
		async reach(page) {
			await page.getByRole('combobox', { name: 'Find in the club' }).fill('tr')
			await expect(page.getByRole('group', { name: 'Courses' })).toBeVisible()
		},
	},
	{
		name: 'admin-nothing-found',
		as: 'admin',
		path: '/admin/audit',
		windowOnly: true,
		async reach(page) {
			await page.getByRole('combobox', { name: 'Find in the club' }).fill('nothing is called so')
			await expect(page.getByText('Nothing found for “nothing is called so”')).toBeVisible()
		},
	},
	{
		name: 'admin-sections',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		async reach(page) {
			// The drawer only exists in narrow windows.
			await page.setViewportSize({ width: 390, height: 900 })
			await page.getByRole('button', { name: /^Sections/ }).click()
			await expect(page.getByRole('dialog', { name: 'Admin sections' })).toBeVisible()
		},
	},
]

export const administrationScreens: readonly Screen[] = [...applicationScreens, ...otherScreens, ...frameScreens]
