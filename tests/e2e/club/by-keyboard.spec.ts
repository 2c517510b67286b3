import type { Locator, Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { expect, signOut, test } from '../support/fixtures.ts'
import { press, tabTo } from '../support/keys.ts'
import { chosen, field } from '../support/palette.ts'
import { publishCourse } from '../support/publish-course.ts'
import { ask } from '../support/questions.ts'
import { send } from '../support/send.ts'

// Uses only keys from the sign-in to the log-out: this test never uses the pointer and never sets the focus.

const OWN = 'Who covers for me while my hands rest?'
const OTHER = 'Who works without a mouse, and how?'
const COURSE = 'A course for both hands'

const text = { title: 'Reading', description: 'What to read.', type: 'text', content: '<p>Read this with care.</p>' }
const question = { question: 'Is a mouse needed?', options: ['Yes', 'No'], correctAnswer: 1 }
const quiz = { ...text, title: 'Asking', type: 'quiz', additionalContent: { questions: [question] } }

const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

async function typeInto(page: Page, target: Locator, words: string): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.type(words)
}

/** Opens the palette, types letters and runs the selected command. */
async function command(page: Page, letters: string, name: string | RegExp): Promise<void> {
	// The link becomes a button once the keys work.
	await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
	await page.keyboard.press('Control+k')
	await expect(field(page)).toBeFocused()
	await page.keyboard.type(letters)
	await expect(chosen(page)).toHaveText(name)
	await page.keyboard.press('Enter')
}

test('a member’s day works by keyboard alone', async ({ page, context, signInAs }) => {
	test.slow()
	await signInAs('admin')
	await page.goto('/')
	const courseId = await publishCourse(page, COURSE, [text, quiz])
	await signInAs('member')
	await page.goto('/')
	const { until } = await send<{ until: object }>(page, 'GET', '/api/questions/unread')
	await send(page, 'PUT', '/api/questions/read', { until })
	const ownId = await ask(page, OWN)
	await signInAs('admin')
	await page.goto('/')
	await ask(page, OTHER)
	await send(page, 'POST', `/api/questions/${ownId}/comments`, { body: 'I do, if you cover for me in May.' })
	await signOut(context)

	await test.step('sign in', async () => {
		await page.goto('/auth')
		await typeInto(page, page.getByLabel('Email'), demoAccounts.member.email)
		await typeInto(page, page.getByLabel('Password', { exact: true }), demoPassword)
		await page.keyboard.press('Enter')
		await expect(page.getByRole('heading', { name: 'Your Learning Dashboard' })).toBeVisible()
	})
	await test.step('open what is new, and read the answer', async () => {
		const news = page.getByRole('region', { name: 'New in the club' })
		await press(page, news.getByRole('listitem').filter({ hasText: OWN }).getByRole('link'))
		await expect(page.getByText('I do, if you cover for me in May.')).toBeInViewport()
	})
	await test.step('mark it as helpful, and answer with a mention', async () => {
		const answer = page.getByRole('article', { name: 'Comment by Ruth Adeyemi' })
		await press(page, answer.getByRole('button', { name: /^Mark as helpful/ }))
		await expect(answer.getByText('Helpful', { exact: true })).toBeVisible()
		await typeInto(page, page.getByLabel('Your comment'), 'Done, and thank you. See also @da')
		await expect(page.getByRole('option', { name: 'Dana Whitfield @dana', selected: true })).toBeVisible()
		await page.keyboard.press('Enter')
		await press(page, page.getByRole('button', { name: 'Post Comment' }))
		await expect(page.locator('.mention')).toHaveText('@dana')
	})
	await test.step('the next unread question', async () => {
		await press(page, page.getByRole('link', { name: `Next unread: ${OTHER}` }))
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(OTHER)
	})
	await test.step('a course from the palette to its end', async () => {
		await command(page, 'courses', 'Courses')
		await expect(page).toHaveURL('/courses')
		await press(page, page.getByRole('tab', { name: 'My Courses' }), 'ArrowRight')
		await expect(page.getByRole('tab', { name: 'All Courses' })).toBeFocused()
		await press(page, page.getByRole('link', { name: new RegExp(`^View Course ?: ${COURSE}$`) }))
		await press(page, page.getByRole('button', { name: 'Enroll in Course' }))
		await expect(page.getByRole('heading', { level: 2, name: 'Reading' })).toBeFocused()
		await press(page, module(page, 'Reading').getByRole('button', { name: /^Mark Complete/ }))
		await expect(page.getByText('1/2 complete')).toBeVisible()
		const asking = module(page, 'Asking')
		await tabTo(page, asking.getByLabel('Yes'))
		await page.keyboard.press('ArrowDown')
		await press(page, asking.getByRole('button', { name: 'Finish Quiz' }))
		await expect(asking.getByRole('heading', { name: 'You passed' })).toBeFocused()
		await press(page, asking.getByRole('button', { name: 'Mark Module as Complete' }))
		await expect(page.getByText('2/2 complete')).toBeVisible()
	})
	await test.step('log out', async () => {
		await command(page, 'log out', 'Log out')
		await expect(page.getByText('Logged out successfully', { exact: true })).toBeVisible()
	})

	await signInAs('admin')
	await page.goto('/')
	await send(page, 'DELETE', `/api/courses/${courseId}`)
})
