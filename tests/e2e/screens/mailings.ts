import type { Page } from 'playwright/test'
import {
	countAudience,
	getMailing,
	listFailedRecipients,
	listMailings,
	type Mailing,
	type MailingRow,
	sendMailing,
} from '#src/features/mailings/contract.ts'
import { awake, expect } from '../support/fixtures.ts'
import { answer, hold, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, field, press, REFUSED } from '../support/screens/steps.ts'
import { send } from '../support/send.ts'

const LIST = '/admin/mailings'
/** Path that shows the draft created by `makeDraft`. */
const DRAFT_PATH = `${LIST}/a-mail`

const content =
	'<p>There is a new course for you: <strong>Trust accounting without fear</strong>.</p><h3>What it is about</h3><ul><li><p>The three ledgers</p></li><li><p>Reconciling in twenty minutes</p></li></ul><blockquote><p>An hour well spent.</p></blockquote><p><a href="/courses">Open the course</a></p>'

/** Creates a draft and redirects `A_MAIL` to its screen. */
async function makeDraft(page: Page, hasContent = true): Promise<Mailing> {
	const draft = await send<Mailing>(page, 'POST', '/api/admin/mailings', {})
	const saved = hasContent
		? await send<Mailing>(page, 'PUT', `/api/admin/mailings/${draft.id}`, {
				...{ subject: 'New course: Trust accounting without fear', content, audience: 'all' },
			})
		: draft
	await page.route(`**${DRAFT_PATH}`, async (route) => {
		const url = new URL(route.request().url())
		await route.fulfill({ status: 302, headers: { Location: `${url.origin}${LIST}/${draft.id}` } })
	})
	return saved
}

/** Mocks the draft in a later state: the seed sends no mail. */
const mockState = (overrides: Partial<Mailing>) => async (page: Page) => {
	const draft = await makeDraft(page)
	const state = { ...draft, startedAt: '2026-11-20T09:00:00Z', expected: 412, ...overrides }
	await answer(page, getMailing, { json: state })
	await answer(page, sendMailing, { json: state })
	// Mocked last, because this path also matches the route of a mailing.
	await answer(page, countAudience, { json: { count: 412, unsubscribed: 8 } })
	if (overrides.failed)
		await answer(page, listFailedRecipients, {
			json: Array.from({ length: overrides.failed }, (_, at) => ({
				...{ userId: `m${at}`, name: `Dana Whitfield ${at + 1}`, email: `dana${at + 1}@example.com` },
				reason: '550 5.1.1 No such mailbox here',
			})),
		})
}

/** Sends the mailing, so the screen polls its progress. */
async function submit(page: Page): Promise<void> {
	await button(page, 'Send...').click()
	await page
		.locator('dialog[open]')
		.getByRole('button', { name: /^Send to/ })
		.click()
	await expect(page.locator('dialog[open]')).toHaveCount(0)
}

const row = (id: string, overrides: Partial<MailingRow>): MailingRow => ({
	...{ id, subject: 'News of the autumn', audience: 'all', courseId: null, courseTitle: null, state: 'sent' },
	...{ sendAt: null, startedAt: '2026-11-20T09:00:00Z', endedAt: '2026-11-20T09:09:00Z', expected: 412, sent: 412 },
	...{ failed: 0, leftOut: 0, lastError: null, updatedAt: '2026-11-20T09:00:00Z', updatedBy: 'Ada', version: 2 },
	...overrides,
})

const rows: MailingRow[] = [
	row('a', { subject: '', state: 'draft', startedAt: null, endedAt: null, expected: 0, sent: 0 }),
	row('b', {
		subject: 'Moved: Raising fees without losing anybody',
		state: 'scheduled',
		sendAt: '2026-12-01T14:00:00Z',
	}),
	row('c', { subject: 'New course: Hiring', state: 'sending', sent: 120, failed: 2, endedAt: null }),
	row('d', { subject: 'A note', state: 'stopped', sent: 40, audience: 'course', courseTitle: 'Client intake' }),
	row('e', { subject: 'News of the autumn', failed: 3, sent: 409 }),
	row('f', { subject: 'The summer', state: 'cancelled', sent: 12 }),
]

/** Mocks the list that is refetched after deleting a draft: the seed has sent nothing. */
async function showRows(page: Page): Promise<void> {
	const draft = await makeDraft(page)
	await page.reload()
	await awake(page)
	await answer(page, listMailings, { json: rows, headers: { 'X-Total-Count': String(rows.length) } })
	await button(page, `More for ${draft.subject}`).first().click()
	await page.getByRole('menuitem', { name: 'Delete draft' }).click()
	await page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('The summer')).toBeVisible()
}

const draft = { as: 'admin', path: DRAFT_PATH, prepare: async (page: Page) => void (await makeDraft(page)) } as const

export const mailingScreens: readonly Screen[] = [
	{ name: 'admin-mailings', as: 'admin', path: LIST, reach: showRows },
	{
		name: 'admin-mailings-empty',
		as: 'admin',
		path: LIST,
		async prepare(page) {
			for (const { id, state } of await (await page.request.get('/api/admin/mailings')).json())
				if (state === 'draft') await send(page, 'DELETE', `/api/admin/mailings/${id}`)
		},
	},
	{
		name: 'admin-mailings-start',
		as: 'admin',
		path: LIST,
		windowOnly: true,
		async reach(page) {
			await button(page, 'Write an email').click()
			await field(page, 'What is it about?').selectOption('A new course')
			await expect(field(page, 'Course')).toBeVisible()
		},
	},
	{
		name: 'admin-mailing-new',
		as: 'admin',
		path: DRAFT_PATH,
		prepare: async (page) => void (await makeDraft(page, false)),
	},
	{ ...draft, name: 'admin-mailing-draft' },
	{
		...draft,
		name: 'admin-mailing-draft-uncounted',
		allows: REFUSED,
		async prepare(page) {
			await makeDraft(page)
			await refuse(page, countAudience, [503, 'The service is busy. Please try again in a moment.'])
		},
	},
	{
		...draft,
		name: 'admin-mailing-wrong',
		async reach(page) {
			await field(page, 'Subject').fill('x')
			await press(page, 'Save draft', 'Subject must be at least 3 characters')
		},
	},
	{
		...draft,
		name: 'admin-mailing-preview',
		windowOnly: true,
		reach: (page) => press(page, 'Preview', 'Formatted'),
	},
	{
		...draft,
		name: 'admin-mailing-preview-text',
		windowOnly: true,
		async reach(page) {
			await press(page, 'Preview', 'Formatted')
			await page.getByRole('tab', { name: 'Plain text' }).click()
		},
	},
	{
		...draft,
		name: 'admin-mailing-send',
		windowOnly: true,
		reach: (page) => press(page, 'Send...', /^All members: \d+ members get it/),
	},
	{
		...draft,
		name: 'admin-mailing-send-counting',
		windowOnly: true,
		async prepare(page) {
			await makeDraft(page)
			await hold(page, countAudience)
		},
		reach: (page) => press(page, 'Send...', /^Counting recipients/),
	},
	{
		...draft,
		name: 'admin-mailing-schedule',
		windowOnly: true,
		async reach(page) {
			await press(page, 'Send...', /^All members: /)
			await field(page, 'When').selectOption('Schedule')
			await press(page, /^Schedule for/, 'Choose a time in the future')
		},
	},
	{
		...draft,
		name: 'admin-mailing-send-refused',
		windowOnly: true,
		allows: REFUSED,
		async prepare(page) {
			await makeDraft(page)
			await refuse(page, sendMailing, sendMailing.errors.noMail)
		},
		async reach(page) {
			await press(page, 'Send...', /^All members: /)
			await press(page, /^Send to \d+/, /^No mail server is connected/)
		},
	},
	{ ...draft, name: 'admin-mailing-sending', prepare: mockState({ state: 'sending', sent: 130 }), reach: submit },
	{
		...draft,
		name: 'admin-mailing-cancel',
		windowOnly: true,
		prepare: mockState({ state: 'sending', sent: 130 }),
		async reach(page) {
			await submit(page)
			await press(page, 'Cancel remaining', 'Cancel the remaining emails?')
		},
	},
	{
		...draft,
		name: 'admin-mailing-scheduled',
		prepare: mockState({ state: 'scheduled', sendAt: '2026-12-01T14:00:00Z', startedAt: null }),
		reach: submit,
	},
	{
		...draft,
		name: 'admin-mailing-stopped',
		prepare: mockState({
			state: 'stopped',
			sent: 130,
			lastError: '451 4.7.1 Greylisting in action, please come back later',
		}),
		reach: submit,
	},
	{
		...draft,
		name: 'admin-mailing-sent',
		prepare: mockState({ state: 'sent', sent: 408, failed: 3, leftOut: 1, endedAt: '2026-11-20T09:09:00Z' }),
		async reach(page) {
			await submit(page)
			await expect(page.getByText('Failed recipients')).toBeVisible()
		},
	},
	{ ...draft, name: 'admin-mailing-cancelled', prepare: mockState({ state: 'cancelled', sent: 130 }), reach: submit },
	{ name: 'admin-mailing-not-found', as: 'admin', path: `${LIST}/nobody`, allows: REFUSED, sleeps: true },
]
