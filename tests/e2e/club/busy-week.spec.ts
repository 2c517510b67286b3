import type { Page } from 'playwright/test'
import { expectReadable } from '../support/accessible.ts'
import { inMinutes, makeSession, removeSession } from '../support/coaching.ts'
import { awake, expect, test } from '../support/fixtures.ts'
import { press } from '../support/keys.ts'
import { chosen, field } from '../support/palette.ts'
import { ask } from '../support/questions.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// A busy member's week: read, answer, mention a member, mark as helpful, go to the next unread question, suggest a
// topic, search to the second, use the palette.

const club = (page: Page) => page.getByRole('region', { name: 'New in the club' })

/** Marks everything as read for the signed-in member. */
async function readEverything(page: Page): Promise<void> {
	const { until } = await send<{ until: object }>(page, 'GET', '/api/questions/unread')
	await send(page, 'PUT', '/api/questions/read', { until })
}

for (const [where, viewport] of [
	['on a phone with a slow connection', PHONE],
	['on a desktop', { width: 1440, height: 900 }],
] as const)
	test.describe(where, () => {
		test.use({ viewport })

		test('a busy member’s week, by keyboard', async ({ page, signInAs }) => {
			test.slow()
			const own = `Who covers for me in week ${viewport.width}?`
			const other = `Who has a scanner for week ${viewport.width}?`
			const call = `The call of week ${viewport.width}`
			await signInAs('member')
			await readEverything(page)
			const ownId = await ask(page, own)
			const session = await makeSession(page, signInAs, { title: call, scheduledAt: inMinutes(300) })
			try {
				await ask(page, other)
				await send(page, 'POST', `/api/questions/${ownId}/comments`, { body: 'I do, if you cover for me in May.' })
				await signInAs('member')
				if (viewport === PHONE) await slowLine(page)
				await test.step('what is new, and the answer to read', async () => {
					await page.goto('/dashboard')
					await awake(page)
					await expect(page.getByText(/^Good \w+, Marcus\./)).toContainText('1 new answer')
					await expectReadable(page)
					await press(page, club(page).getByRole('listitem').filter({ hasText: own }).getByRole('link'))
					await expect(page.getByText('I do, if you cover for me in May.')).toBeInViewport()
				})
				await test.step('helpful, and an answer with a mention', async () => {
					await awake(page)
					const answer = page.getByRole('article', { name: 'Comment by Ruth Adeyemi' })
					await answer.getByRole('button', { name: /^Mark as helpful/ }).press('Enter')
					await expect(answer.getByText('Helpful', { exact: true })).toBeVisible()
					const comment = page.getByLabel('Your comment')
					await comment.focus()
					await page.keyboard.type('Done, and thank you. See also @da')
					await expect(page.getByRole('option', { name: 'Dana Whitfield @dana', selected: true })).toBeVisible()
					await page.keyboard.press('Enter')
					await press(page, page.getByRole('button', { name: 'Post Comment' }))
					await expect(page.locator('.mention')).toHaveText('@dana')
					await expectReadable(page)
				})
				await test.step('the next unread question', async () => {
					await page.reload()
					await page.getByRole('link', { name: `Next unread: ${other}` }).press('Enter')
					await expect(page.getByRole('heading', { level: 1 })).toHaveText(other)
				})
				await test.step('a topic for the session', async () => {
					await page.goto('/coaching')
					await awake(page)
					const card = page.locator(`#session-${session.id}`)
					await card.getByRole('button', { name: 'Suggest a Topic' }).press('Enter')
					const topic = page.getByRole('dialog', { name: 'Suggest a Topic' })
					await topic.getByLabel('Topic', { exact: true }).fill('How to cover for a colleague')
					await topic.getByRole('button', { name: 'Submit Topic' }).press('Enter')
					await expect(card.getByText('How to cover for a colleague')).toBeVisible()
					await expectReadable(page)
				})
				await test.step('search to the second', async () => {
					await page.goto('/search?q=client')
					await expectReadable(page)
					await page
						.getByRole('link', { name: /^Play from / })
						.first()
						.press('Enter')
					await expect(page).toHaveURL(/[?&]t=\d+/)
				})
				await test.step('the palette', async () => {
					await page.keyboard.press('Control+k')
					await expect(field(page)).toBeFocused()
					await page.keyboard.type('unread')
					await expect(chosen(page)).toHaveText('Unread questions')
					await page.keyboard.press('Enter')
					await expect(page).toHaveURL('/questions?show=unread')
				})
			} finally {
				await removeSession(page, signInAs, session.id)
			}
		})
	})
