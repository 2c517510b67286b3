import type { Topic } from '#src/features/coaching/contract.ts'
import {
	cardOf,
	inMinutes,
	makeSession,
	openCoaching,
	removeSession,
	sessionPath,
	suggestTopic,
} from '../support/coaching.ts'
import { expect, expectAccessible, openSession, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// A topic can be edited and withdrawn until its session begins, and no text is lost.

const FIRST = 'A witness who answers with questions'
const SECOND = 'A witness who answers every question with one'

test('a topic is edited and withdrawn, and an admin always sees the latest', async ({
	page,
	browser,
	baseURL,
	signInAs,
}) => {
	await page.setViewportSize(PHONE)
	await slowLine(page)
	const session = await makeSession(page, signInAs, { title: 'A second thought' })
	const adminContext = await browser.newContext(baseURL ? { baseURL } : {})
	await openSession(adminContext, baseURL ?? '', 'admin')
	const admin = await adminContext.newPage()
	const row = admin.getByRole('row').filter({ hasText: session.title })
	const topics = admin.getByRole('region', { name: `Topics of ${session.title}` })
	const viewTopics = async () => {
		await row.getByRole('button', { name: 'View Submitted Topics' }).click()
		return topics.locator('ul, > p')
	}
	await admin.goto('/admin/coaching')
	await signInAs('member')
	await openCoaching(page)
	const card = cardOf(page, session)
	await card.getByRole('button', { name: 'Suggest a Topic' }).click()
	await page.getByLabel('Topic', { exact: true }).fill(FIRST)
	await page.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(card.getByText(FIRST)).toBeVisible()
	await expect(await viewTopics()).toContainText(FIRST)
	await row.getByRole('button', { name: 'Hide Topics' }).click()

	await card.getByRole('button', { name: 'Change your topic for A second thought' }).click()
	const dialog = page.getByRole('dialog', { name: 'Change Your Topic' })
	await expect(dialog.getByLabel('Topic', { exact: true })).toBeFocused()
	await expect(dialog.getByLabel('Topic', { exact: true })).toHaveValue(FIRST)
	await expectAccessible(page)
	await dialog.getByLabel('Topic', { exact: true }).fill(SECOND)
	await page.keyboard.press('Control+Enter')
	await expect(page.getByText('Topic updated', { exact: true })).toBeVisible()
	await expect(card.getByText(SECOND)).toBeVisible()
	await expect(card.getByRole('button', { name: 'Change your topic' })).toBeFocused()
	await expect(await viewTopics()).toContainText(SECOND)
	await expect(topics.getByText('Edited', { exact: true })).toBeVisible()
	await row.getByRole('button', { name: 'Hide Topics' }).click()

	await card.getByRole('button', { name: 'Withdraw your topic for A second thought' }).click()
	const confirm = page.getByRole('alertdialog', { name: 'Withdraw your topic?' })
	await expectAccessible(page)
	await confirm.getByRole('button', { name: 'Withdraw' }).click()
	await expect(page.getByText('Topic withdrawn', { exact: true })).toBeVisible()
	await expect(card.getByRole('button', { name: 'Suggest a Topic' })).toBeVisible()
	await expect(card.getByText(SECOND)).toHaveCount(0)
	await expect(await viewTopics()).toContainText('No topics submitted yet')
	await adminContext.close()
	await removeSession(page, signInAs, session.id)
})

test("of two tabs, the second save shows the first one's text, and a withdrawn topic can be suggested again", async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/status of (409|404)/)
	const session = await makeSession(page, signInAs, { title: 'In two tabs' })
	await signInAs('member')
	const { id } = await suggestTopic(page, session.id, FIRST)
	const other = await context.newPage()
	const tabs = [page, other]
	for (const tab of tabs) {
		await openCoaching(tab)
		await cardOf(tab, session)
			.getByRole('button', { name: /^Change/ })
			.click()
	}
	const field = (tab: typeof page) => tab.getByRole('dialog').getByRole('textbox', { name: 'Topic' })
	await field(page).fill(SECOND)
	await field(other).fill('Written in the other tab')
	await page.getByRole('button', { name: 'Save Topic' }).click()
	await expect(page.getByText('Topic updated', { exact: true })).toBeVisible()
	await other.getByRole('button', { name: 'Save Topic' }).click()
	await expect(other.getByRole('region', { name: /has changed/ })).toContainText(SECOND)
	await expect(field(other)).toHaveValue('Written in the other tab')
	await send(page, 'DELETE', `${sessionPath(session.id)}/topics/${id}`)
	await other.getByRole('button', { name: 'Save Topic' }).click()
	await expect(other.getByRole('dialog').getByRole('alert')).toContainText('This topic no longer exists')
	await other.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(cardOf(other, session).getByText('Written in the other tab')).toBeVisible()
	await removeSession(page, signInAs, session.id)
})

test('a topic whose response was lost is submitted once', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/ERR_FAILED/)
	const session = await makeSession(page, signInAs, { title: 'A lost answer' })
	await signInAs('member')
	await openCoaching(page)
	const card = cardOf(page, session)
	await card.getByRole('button', { name: 'Suggest a Topic' }).click()
	await page.getByLabel('Topic', { exact: true }).fill(FIRST)
	const topics = `**${sessionPath(session.id)}/topics`
	await page.route(topics, async (route) => {
		await route.fetch()
		await route.abort()
	})
	await page.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(page.getByRole('dialog').getByRole('alert')).toContainText('We could not reach the server')
	await page.unroute(topics)
	await page.reload()
	await openCoaching(page)
	// The list has refetched and shows it.
	await expect(card.getByText(FIRST)).toBeVisible()
	await removeSession(page, signInAs, session.id)
})

for (const [what, changeSession, sentence] of [
	['begins', (id: string) => ['PATCH', id, { scheduledAt: inMinutes(-2) }] as const, 'This session has started'],
	['is called off', (id: string) => ['DELETE', id, undefined] as const, 'This session and its topics were cancelled'],
] as const)
	test(`a session that ${what} during an edit of its topic shows a message and keeps the text`, async ({
		page,
		browser,
		baseURL,
		signInAs,
		allowProblem,
	}) => {
		allowProblem(/status of (409|410)/)
		const session = await makeSession(page, signInAs, { title: `One that ${what}` })
		await signInAs('member')
		await suggestTopic(page, session.id, FIRST)
		await openCoaching(page)
		await cardOf(page, session)
			.getByRole('button', { name: /^Change/ })
			.click()
		const dialog = page.getByRole('dialog', { name: 'Change Your Topic' })
		await dialog.getByLabel('Topic', { exact: true }).fill(SECOND)
		const adminContext = await browser.newContext(baseURL ? { baseURL } : {})
		await openSession(adminContext, baseURL ?? '', 'admin')
		const [method, id, body] = changeSession(session.id)
		await send(await adminContext.newPage(), method, sessionPath(id), body)
		await dialog.getByRole('button', { name: 'Save Topic' }).click()
		await expect(dialog.getByRole('alert')).toContainText(sentence)
		await expect(dialog.getByLabel('Topic', { exact: true })).toHaveValue(SECOND)
		await expectAccessible(page)
		if (method === 'PATCH') await send(await adminContext.newPage(), 'DELETE', sessionPath(id))
		await adminContext.close()
	})

test('a signed-out member signs in next to the form and sends the same text', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/status of 401/)
	const session = await makeSession(page, signInAs, { title: 'After the night' })
	await signInAs('member')
	await openCoaching(page)
	const card = cardOf(page, session)
	await card.getByRole('button', { name: 'Suggest a Topic' }).click()
	await page.getByLabel('Topic', { exact: true }).fill(FIRST)
	await context.clearCookies({ name: /session/ })
	await page.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Your text stays here.')
	await expect(page.getByLabel('Topic', { exact: true })).toHaveValue(FIRST)
	await signInAs('member', { pagesStay: true })
	await page.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(card.getByText(FIRST)).toBeVisible()
	await removeSession(page, signInAs, session.id)
})

test('Back and Forward keep the draft and refresh the list', async ({ page, signInAs }) => {
	const session = await makeSession(page, signInAs, { title: 'There and back' })
	await signInAs('member')
	await openCoaching(page)
	const card = cardOf(page, session)
	await card.getByRole('button', { name: 'Suggest a Topic' }).click()
	await page.getByLabel('Topic', { exact: true }).fill(FIRST)
	await page.goto('/dashboard')
	const { id } = await suggestTopic(page, session.id, SECOND)
	await page.goBack()
	await openCoaching(page)
	await expect(card.getByText(SECOND)).toBeVisible()
	await send<Topic>(page, 'DELETE', `${sessionPath(session.id)}/topics/${id}`)
	await page.reload()
	await openCoaching(page)
	await card.getByRole('button', { name: 'Suggest a Topic' }).click()
	await expect(page.getByLabel('Topic', { exact: true })).toHaveValue(FIRST)
	await page.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(card.getByText(FIRST)).toBeVisible()
	await removeSession(page, signInAs, session.id)
})
