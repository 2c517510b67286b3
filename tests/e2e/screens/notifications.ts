import type { Page } from 'playwright/test'
import { listNotifications } from '#src/features/notifications/notification-contract.ts'
import { awake, expect, openSession, signOut } from '../support/fixtures.ts'
import { answer } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { originOf, send } from '../support/send.ts'

const BODY = 'How do the rest of you handle this, and what would you do again?'

/** Creates a notification of each kind for the member and signs the member in again. */
async function notifyMember(page: Page): Promise<void> {
	const context = page.context()
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const ask = async (title: string) =>
		(await send<{ id: string }>(page, 'POST', '/api/questions', { title, body: BODY, categoryId: category?.id })).id
	const ownQuestion = await ask('Which of my files may I keep at home when the office moves in the spring?')
	const member = await send<{ username: string }>(page, 'GET', '/api/user')
	await signOut(context)
	const origin = await originOf(page)
	await openSession(context, origin, 'admin')
	for (const body of ['All of them, if the door has a lock.', 'And none, if it has not.'])
		await send(page, 'POST', `/api/questions/${ownQuestion}/comments`, { body })
	const adminQuestion = await ask('Whom do you ask when nobody else is in the office?')
	await send(page, 'POST', `/api/questions/${adminQuestion}/comments`, {
		body: `I would ask @${member.username} at once.`,
	})
	await send(page, 'POST', '/api/coaching/sessions', {
		title: 'Raising fees with clients of many years',
		scheduledAt: new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString(),
		zoomLink: 'https://zoom.example/j/9',
		durationMinutes: 60,
		timeZone: 'America/New_York',
	})
	await signOut(context)
	await openSession(context, origin, 'member')
}

const openWithNotifications = (path: string) => async (page: Page) => {
	await notifyMember(page)
	await page.goto(path)
	await awake(page)
	await expect(page.getByText('Raising fees with clients of many years').first()).toBeVisible()
}

/** Notifications: the list, the bell and the dashboard. */
export const notificationScreens: readonly Screen[] = [
	{
		name: 'notifications-none',
		as: 'admin',
		path: '/notifications',
		// Mocked, because other screens create notifications for the admin.
		prepare: (page) => answer(page, listNotifications, { json: [], headers: { 'X-Total-Count': '0' } }),
		async reach(page) {
			await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
			await expect(page.getByText('No notifications yet')).toBeVisible()
		},
	},
	{ name: 'notifications-list', as: 'member', path: '/notifications', reach: openWithNotifications('/notifications') },
	{
		name: 'notifications-of-a-kind',
		as: 'member',
		path: '/notifications?show=journals',
		async reach(page) {
			await expect(page.getByRole('link', { name: 'Show all notifications' })).toBeVisible()
		},
	},
	{ name: 'dashboard-news', as: 'member', path: '/dashboard', reach: openWithNotifications('/dashboard') },
	{
		name: 'notifications-failed',
		as: 'member',
		path: '/notifications',
		allows: /status of 500/,
		async reach(page) {
			await openWithNotifications('/notifications')(page)
			await page.route('**/api/notifications/read', (route) =>
				route.fulfill({ status: 500, body: 'Something went wrong' }),
			)
			await page.getByRole('button', { name: 'Mark all as read' }).click()
			await expect(page.getByText('Failed to mark them as read', { exact: true }).first()).toBeVisible()
		},
	},
	{
		name: 'notification-digest',
		as: 'member',
		path: '/account/notifications',
		async reach(page) {
			await page.getByLabel('Send it').selectOption('Once a week')
			await expect(page.getByText('Preferences saved', { exact: true }).first()).toBeVisible()
			await expect(page.getByLabel('On', { exact: true })).toBeEnabled()
		},
	},
]
