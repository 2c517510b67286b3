import type { Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { type Translation, translatePage } from '#tests/support/translator.ts'
import { inMinutes, makeSession, removeSession } from './support/coaching.ts'
import { awake, expect, signOut, test } from './support/fixtures.ts'
import { publishCourse } from './support/publish-course.ts'
import { ask, TEXT } from './support/questions.ts'
import { send } from './support/send.ts'

// A page works under browser translation, which replaces or wraps its text nodes.

const QUESTION = { question: 'Who decides?', options: ['The clock', 'The client'], correctAnswer: 1 }
const MODULE = {
	title: 'Asking',
	description: 'Two questions.',
	type: 'quiz',
	content: '<p>Read this first, then answer.</p>',
}
const QUIZ = { ...MODULE, additionalContent: { questions: [QUESTION, { ...QUESTION, question: 'And then?' }] } }
const READING = { ...MODULE, title: 'Reading', type: 'text', content: '<p>What you promise on the telephone.</p>' }

const button = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name })

for (const translation of ['replaced', 'wrapped'] satisfies Translation[])
	test.describe(`text nodes that are ${translation}`, () => {
		/** Opens a page, waits for hydration and translates it. */
		async function open(page: Page, path: string): Promise<void> {
			await page.goto(path)
			await awake(page)
			await page.evaluate(translatePage, translation)
		}

		test('a visitor sees why the sign-in failed, requests a link and signs in', async ({ page, allowProblem }) => {
			allowProblem(/status of 401/)
			await open(page, '/auth')
			const login = button(page, /^Login/)
			await login.click()
			await expect(page.getByText(/^Password is required/)).toBeVisible()
			await page.getByLabel(/^Email/).fill(demoAccounts.member.email)
			await page.getByLabel(/^Password/).fill('wrong')
			await login.click()
			await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
			await button(page, /^Show password/).click()
			await page.getByLabel(/^Password/).fill(demoPassword)
			await login.click()
			await expect(page).toHaveURL('/dashboard')

			await signOut(page.context())
			await open(page, '/forgot-password')
			await page.getByLabel(/^Email/).fill('nobody@example.com')
			await button(page, /^Send me a link/).click()
			await expect(page.getByText(/^If an account has this address/)).toBeVisible()
		})

		test('input survives hydration in an already translated page', async ({ page }) => {
			const { promise: released, resolve: release } = Promise.withResolvers<void>()
			await page.route('**/_astro/*.js', async (route) => {
				await released
				await route.continue()
			})
			await page.goto('/auth', { waitUntil: 'commit' })
			const email = page.getByLabel(/^Email/)
			await email.pressSequentially('dana@')
			await page.evaluate(translatePage, translation)
			await email.evaluate((field) => field.setAttribute('data-same', ''))
			release()
			await awake(page)
			await email.pressSequentially('example.com')
			await expect(email).toHaveValue('dana@example.com')
			await expect(email).toHaveAttribute('data-same', '')
			await expect(button(page, /^Login/)).toBeEnabled()
		})

		test('a member asks, answers and follows', async ({ page, signInAs }) => {
			await signInAs('member')
			const id = await ask(page, `Does it work in ${translation} words?`)
			await open(page, `/questions/${id}`)
			await button(page, /^Following/).click()
			await expect(button(page, /^Follow(?!ing)/)).toBeVisible()
			await page.getByLabel(/^Your comment/).fill(TEXT)
			await button(page, /^Post Comment/).click()
			await expect(page.getByText(new RegExp(`^${TEXT}`))).toBeVisible()
			await expect(page.getByRole('heading', { name: /^1 Comment/ })).toBeVisible()
			await expect(page.getByRole('heading', { name: /^0 Comments/ })).toHaveCount(0)

			await open(page, '/questions/new')
			await button(page, /^Post Question/).click()
			await expect(page.getByText(/^Please select a category/)).toBeVisible()
			await page.getByLabel(/^Category/).selectOption({ index: 1 })
			await page.getByLabel(/^Title/).fill(`Asked in ${translation} words`)
			await page.getByLabel(/^Question Details/).fill(TEXT)
			await button(page, /^Post Question/).click()
			await expect(page).toHaveURL(/\/questions\/[0-9a-z]{20}$/)
		})

		test('a member takes a quiz, completes modules and changes the password', async ({
			page,
			signInAs,
			allowProblem,
		}) => {
			await signInAs('admin')
			const courseId = await publishCourse(page, `Translated ${translation}`, [READING, QUIZ])
			await signInAs('member')
			await send(page, 'POST', `/api/courses/${courseId}/enroll`)
			await open(page, `/courses/${courseId}`)
			await button(page, /^Mark Complete/)
				.first()
				.click()
			await expect(button(page, /^Completed/)).toBeVisible()
			await expect(page.getByText(/^1\/2 complete/).first()).toBeVisible()
			const quiz = page.getByRole('article', { name: /^Asking/ })
			await quiz.getByLabel(/^The client/).check()
			await quiz.getByRole('button', { name: /^Next/ }).click()
			await expect(quiz.getByText(/^Question 2 of 2/)).toBeVisible()
			await expect(quiz.getByText(/^Question 1 of 2/)).toHaveCount(0)
			await quiz.getByLabel(/^The client/).check()
			await quiz.getByRole('button', { name: /^Finish Quiz/ }).click()
			await expect(quiz.getByRole('heading', { name: /^You passed/ })).toBeVisible()

			allowProblem(/status of 4/)
			await open(page, '/change-password')
			await page.getByLabel(/^Current Password/).fill('not this one')
			await page.getByLabel(/^New Password/).fill(demoPassword)
			await page.getByLabel(/^Confirm New Password/).fill(demoPassword)
			await button(page, /^Change Password/).click()
			await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
			await expect(button(page, /^Change Password/)).toBeEnabled()
			await signInAs('admin')
			await send(page, 'DELETE', `/api/courses/${courseId}`)
		})

		test('a member suggests a topic, and an admin sorts modules', async ({ page, signInAs }) => {
			const session = await makeSession(page, signInAs, { title: 'In other words', scheduledAt: inMinutes(900) })
			const courseId = await publishCourse(page, `Sorted ${translation}`, [READING, QUIZ])
			await open(page, `/admin/courses/${courseId}/modules`)
			await button(page, /^Move Reading down/)
				.first()
				.click()
			await expect(page.getByText(/^Reading is now number 2 of 2/)).toBeAttached()
			await expect(
				page
					.getByRole('listitem')
					.filter({ hasText: 'Reading' })
					.getByText(/^Order 2/),
			).toBeVisible()
			await signInAs('member')
			await open(page, '/coaching')
			const card = page.locator(`#session-${session.id}`)
			await card.getByRole('button', { name: /^Suggest a Topic/ }).click()
			await page.getByLabel(/^Topic/).fill('What to promise')
			await page.getByRole('button', { name: /^Submit Topic/ }).click()
			await expect(card.getByText(/^What to promise/)).toBeVisible()
			await removeSession(page, signInAs, session.id)
			await send(page, 'DELETE', `/api/courses/${courseId}`)
		})
	})
