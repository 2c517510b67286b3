import type { Page } from 'playwright/test'
import { type Session, updateTopic } from '#src/features/coaching/contract.ts'
import { expect } from '../support/fixtures.ts'
import type { Screen } from '../support/screens/screen.ts'
import { send } from '../support/send.ts'

const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' })
const json = (body: unknown) => ({ status: 200, contentType: 'application/json', body: JSON.stringify(body) })
const TITLE = 'The first assistant'
const LIST = /\/api\/coaching\/sessions$/
const TOPICS = '**/api/coaching/sessions/*/topics'

async function openTopicForm(page: Page): Promise<void> {
	await button(page, 'Suggest a Topic').last().click()
	await expect(page.getByRole('dialog', { name: 'Suggest a Topic' })).toBeVisible()
}
/** Suggests a topic for the session, unless the member already has one. */
async function withTopic(page: Page): Promise<void> {
	const session = await seeded(page)
	if (session.ownTopic === null)
		await send(page, 'POST', `/api/coaching/sessions/${session.id}/topics`, {
			topic: 'What to delegate first, and to whom',
		})
}

const seeded = async (page: Page) => {
	const sessions = (await (await page.request.get('/api/coaching/sessions')).json()) as Session[]
	return sessions.find(({ title }) => title === TITLE) as Session
}

/** Sets this browser's clock to this many minutes before the next session. */
async function atMinutesBefore(page: Page, minutes: number): Promise<void> {
	const { scheduledAt } = await seeded(page)
	await page.clock.install({ time: new Date(Date.parse(scheduledAt) - minutes * 60_000) })
}

const topic = (page: Page) => page.getByRole('textbox', { name: 'Topic' })

export const coachingScreens: readonly Screen[] = [
	{
		name: 'coaching-visitor',
		path: '/coaching',
		sleeps: true,
		reach: (page) => expect(page).toHaveURL(/\/auth\?next=\/coaching$/),
	},
	{ name: 'coaching-upcoming', as: 'member', path: '/coaching' },
	{
		name: 'coaching-past',
		as: 'member',
		path: '/coaching',
		async reach(page) {
			await page.getByText(/^Past sessions/).click()
			await expect(page.getByRole('heading', { name: 'Saying no, and meaning it' })).toBeVisible()
			await page.locator('summary').filter({ hasText: 'Notes of Saying no' }).click()
			await expect(page.getByText('How to decline a matter in one paragraph')).toBeVisible()
		},
	},
	{
		name: 'coaching-near',
		as: 'member',
		path: '/coaching',
		prepare: (page) => atMinutesBefore(page, 12),
		reach: (page) => expect(page.getByText('In 12 minutes')).toBeVisible(),
	},
	{
		name: 'coaching-now',
		as: 'member',
		path: '/coaching',
		prepare: (page) => atMinutesBefore(page, -20),
		reach: (page) => expect(page.getByText('Now', { exact: true })).toBeVisible(),
	},
	{
		name: 'coaching-topic-change',
		as: 'member',
		path: '/coaching',
		windowOnly: true,
		prepare: withTopic,
		async reach(page) {
			await page.getByRole('button', { name: /^Change your topic/ }).click()
			await expect(page.getByRole('dialog', { name: 'Change Your Topic' })).toBeVisible()
		},
	},
	{
		name: 'coaching-topic-begun',
		as: 'member',
		path: '/coaching',
		windowOnly: true,
		allows: /status of 409/,
		prepare: withTopic,
		async reach(page) {
			const [status, body] = updateTopic.errors.begun
			await page.route('**/topics/*', (route) => route.fulfill({ status, body }))
			await page.getByRole('button', { name: /^Change your topic/ }).click()
			await topic(page).fill('What to say when the client asks for a discount')
			await button(page, 'Save Topic').click()
			await expect(page.getByRole('dialog').getByRole('alert')).toContainText(body)
		},
	},
	{
		name: 'coaching-topic-take-back',
		as: 'member',
		path: '/coaching',
		windowOnly: true,
		prepare: withTopic,
		async reach(page) {
			await page.getByRole('button', { name: /^Withdraw your topic/ }).click()
			await expect(page.getByRole('alertdialog', { name: 'Withdraw your topic?' })).toBeVisible()
		},
	},
	{
		name: 'coaching-none',
		as: 'member',
		path: '/coaching',
		allows: /status of 409/,
		async reach(page) {
			// The list is refetched after the conflict.
			await page.route(TOPICS, (route) => route.fulfill({ status: 409, body: 'This session is already over' }))
			await page.route(LIST, (route) => route.fulfill(json([])))
			await openTopicForm(page)
			await topic(page).fill('What to charge a friend')
			await button(page, 'Submit Topic').click()
			await expect(page.getByText('No upcoming sessions')).toBeVisible()
		},
	},
	{ name: 'coaching-topic-form', as: 'member', path: '/coaching', windowOnly: true, reach: openTopicForm },
	{
		name: 'coaching-topic-errors',
		as: 'member',
		path: '/coaching',
		windowOnly: true,
		async reach(page) {
			await openTopicForm(page)
			await button(page, 'Submit Topic').click()
			await expect(page.getByText('Topic must be at least 5 characters')).toBeVisible()
		},
	},
	{
		name: 'coaching-topic-reminder',
		as: 'member',
		path: '/coaching',
		windowOnly: true,
		async reach(page) {
			await openTopicForm(page)
			await topic(page).fill('My client, Harriet Volkov, does not pay. Her number is (602) 555-0143.')
			await button(page, 'Submit Topic').click()
			await expect(page.getByRole('region', { name: 'Could this identify your client?' })).toBeVisible()
		},
	},
	{
		name: 'coaching-own-topic',
		as: 'member',
		path: '/coaching',
		async reach(page) {
			const sessions = await (await page.request.get('/api/coaching/sessions')).json()
			const given = sessions.map((one: object) => ({
				...one,
				ownTopic: 'How to raise fees with clients of ten years',
				ownTopicId: 't',
				ownTopicVersion: 1,
			}))
			await page.route(TOPICS, (route) =>
				route.fulfill({
					...json({ id: 't', topic: 'x', user: { name: 'M' }, isEdited: false, version: 1 }),
					status: 201,
				}),
			)
			await page.route(LIST, (route) => route.fulfill(json(given)))
			await openTopicForm(page)
			await topic(page).fill('How to raise fees with clients of ten years')
			await button(page, 'Submit Topic').click()
			await expect(page.getByText('Your topic for this session').first()).toBeVisible()
		},
	},
	{
		name: 'coaching-topic-refused',
		as: 'member',
		path: '/coaching',
		allows: /status of 409/,
		windowOnly: true,
		async reach(page) {
			await page.route(TOPICS, (route) =>
				route.fulfill({ status: 409, body: 'You have already suggested a topic for this session' }),
			)
			await openTopicForm(page)
			await topic(page).fill('A second thought about fees')
			await button(page, 'Submit Topic').click()
			await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
		},
	},
	{
		name: 'coaching-calendar-address',
		as: 'admin',
		path: '/coaching',
		async reach(page) {
			await button(page, /my calendar|new private link/).click()
			await expect(page.getByLabel('Your private link (shown once)')).toBeVisible()
		},
	},
	{
		name: 'coaching-calendar-exists',
		as: 'admin',
		path: '/coaching',
		async prepare(page) {
			await send(page, 'POST', '/api/coaching/subscription')
		},
		reach: (page) => expect(button(page, 'Revoke the link')).toBeVisible(),
	},
]
