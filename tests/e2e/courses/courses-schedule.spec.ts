import type { Page } from 'playwright/test'
import { awake, expect, expectAccessible, signOut, test } from '../support/fixtures.ts'
import { asAdmin, makeLockedCourse } from '../support/locked-course.ts'
import { originOf, send } from '../support/send.ts'

// Release dates and member-only courses: set by admins, seen by members and visitors.

const LOCKED_TEXT = 'The words that were kept back until now.'
const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const pageOf = async (page: Page, id: string) => (await fetch(new URL(`/courses/${id}`, await originOf(page)))).text()

test('an admin sets a release date; a member sees the module locked with its date, then open', async ({
	page,
	signInAs,
}) => {
	const title = `Opens while you watch ${Date.now()}`
	const second = { title: 'The second part', description: 'About the second part.', content: `<p>${LOCKED_TEXT}</p>` }
	const first = {
		title: 'The first part',
		description: 'About the first part.',
		content: '<p>Begin with this one.</p>',
	}
	const id = await makeLockedCourse(page, title, [first, second])

	await signInAs('admin')
	await page.goto(`/admin/courses/${id}/modules`)
	await awake(page)
	await page.locator('.author-pick').filter({ hasText: 'The second part' }).click()
	await page.getByRole('button', { name: 'Change when The second part opens' }).click()
	const dialog = page.getByRole('dialog', { name: 'When it opens' })
	await dialog.getByLabel('Opens', { exact: true }).selectOption('On a date')
	await dialog.getByRole('button', { name: 'Save' }).click()
	await expect(dialog.getByText('Choose when it opens').first()).toBeVisible()
	await dialog.getByLabel('Opens on').fill('2090-11-05T15:00')
	await expectAccessible(page)
	await dialog.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByText('Opens on November 5th, 2090 at 3:00 PM')).toBeVisible()
	await expect(page.locator('.author-pick').filter({ hasText: 'Opens later' })).toContainText('The second part')

	await expect.poll(() => pageOf(page, id)).toContain('Opens on 5 Nov 2090')
	const html = await pageOf(page, id)
	expect(html).not.toContain(LOCKED_TEXT)
	expect(html).not.toContain('About the second part.')

	// The author's preview shows the content and the release date.
	await page.goto(`/admin/courses/${id}/preview`)
	await expect(card(page, 'The second part').getByText(LOCKED_TEXT)).toBeVisible()
	await expect(card(page, 'The second part').getByText('Opens on 5 Nov 2090')).toBeVisible()
	await expect(card(page, 'The first part').getByText(/^Opens/)).toHaveCount(0)

	await signInAs('member')
	await page.goto(`/courses/${id}`)
	await awake(page)
	await page.getByRole('button', { name: 'Enroll in Course' }).click()
	await expect(page.getByRole('heading', { name: 'The first part' })).toBeFocused()
	await expect(page.getByText('0/2 complete')).toBeVisible()
	const row = page.getByRole('link', { name: /Module 2 of 2:.*The second part.*Opens on 5 Nov 2090.*Locked/ })
	await expect(row).toBeVisible()
	await row.press('Enter')
	const heading = page.getByRole('heading', { name: 'The second part' })
	await expect(heading).toBeFocused()
	await expect(heading).toHaveAccessibleDescription(/Locked: Opens on 5 Nov 2090/)
	await expect(card(page, 'The second part').getByRole('button', { name: 'Mark Complete' })).toHaveCount(0)
	await expectAccessible(page)

	// The release date passes while the page is open: it updates without interaction.
	const soon = new Date(Date.now() + 40_000).toISOString()
	const modules = await send<Array<{ id: string }>>(page, 'GET', `/api/courses/${id}/modules`)
	await asAdmin(page, (admin) => send(admin, 'PUT', `/api/modules/${modules[1]?.id}`, { availableFrom: soon }))
	await page.goto(`/courses/${id}`)
	await awake(page)
	const secondCard = card(page, 'The second part')
	await expect(secondCard.getByText(/^Opens on/)).toBeVisible()
	await expect(secondCard.getByText(LOCKED_TEXT)).toBeVisible({ timeout: 60_000 })
	await expect(secondCard.getByText(/^Opens on/)).toBeHidden()
	await expect(secondCard.getByRole('button', { name: 'Mark Complete' })).toBeEnabled()
	await expect.poll(() => pageOf(page, id), { timeout: 60_000 }).toContain(LOCKED_TEXT)
})

test('a member-only course shows visitors its outline and how to join, and members its content', async ({
	page,
	signInAs,
}) => {
	const title = `Behind the door ${Date.now()}`
	const quiz = { questions: [{ question: 'Who may read it?', options: ['Members', 'All'], correctAnswer: 0 }] }
	const modules = [
		{ title: 'What we say among us', description: 'In a line or two.', content: `<p>${LOCKED_TEXT}</p>` },
		{
			...{ title: 'Try yourself', description: 'In a line or two.', content: `<p>${LOCKED_TEXT}</p>` },
			type: 'quiz',
			additionalContent: quiz,
		},
	]
	const id = await makeLockedCourse(page, title, modules)
	await signInAs('admin')
	await page.goto(`/admin/courses/${id}/settings`)
	await awake(page)
	await page.getByLabel('Access', { exact: true }).selectOption('Members')
	await page.getByRole('button', { name: 'Save Settings' }).click()
	await expect(page.getByText('Course updated', { exact: true })).toBeVisible()
	await expect.poll(() => pageOf(page, id)).toContain('This course is for members.')
	expect(await pageOf(page, id)).not.toContain(LOCKED_TEXT)
	expect(await pageOf(page, id)).toContain('"isAccessibleForFree":false')

	await signOut(page.context())
	await page.goto(`/courses/${id}`)
	await expect(page.getByText('This course is for members.')).toBeVisible()
	await expect(page.getByRole('main').getByRole('link', { name: 'Apply for Membership' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'What we say among us' })).toBeVisible()
	await expect(page.getByText(LOCKED_TEXT)).toHaveCount(0)
	await expectAccessible(page)
	await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
	await expect(page).toHaveURL(new RegExp(`/auth\\?next=.*${id}`))
	await page.goto('/courses')
	await expect(
		card(page, title)
			.or(page.locator('.course-card', { hasText: title }))
			.getByText('Members', { exact: true }),
	).toBeVisible()

	await signInAs('member')
	await page.goto(`/courses/${id}`)
	await awake(page)
	await expect(card(page, 'What we say among us').getByText(LOCKED_TEXT)).toBeVisible()
	await page.getByRole('button', { name: 'Enroll in Course' }).click()
	await card(page, 'What we say among us').getByRole('button', { name: 'Mark Complete' }).click()
	await expect(page.getByText('1/2 complete')).toBeVisible()
	const quizCard = card(page, 'Try yourself')
	await quizCard.getByLabel('Members').check()
	await quizCard.getByRole('button', { name: 'Finish Quiz' }).click()
	await quizCard.getByRole('button', { name: 'Mark Module as Complete' }).click()
	await expect(page.getByText('2/2 complete')).toBeVisible()
	await card(page, 'What we say among us').getByRole('tab', { name: 'Discussion' }).click()
	const field = card(page, 'What we say among us').getByRole('textbox')
	await field.fill('Among us, then.')
	await card(page, 'What we say among us')
		.getByRole('button', { name: /^(Post|Add) Comment/i })
		.click()
	await expect(card(page, 'What we say among us').getByRole('listitem').getByText('Among us, then.')).toBeVisible()
	await expectAccessible(page)
})

test('an admin schedules a draft, and invalid dates are reported at the field', async ({ page, signInAs }) => {
	await signInAs('admin')
	const title = `Published by itself ${Date.now()}`
	const course = { title, description: 'At a time that an admin chose.', isPublished: false }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	await page.goto(`/admin/courses/${id}/settings`)
	await awake(page)
	await page.getByLabel(/^Publish on/).fill('2090-11-05T09:00')
	await page.getByLabel('Unpublish on').fill('2090-11-05T08:00')
	await page.getByRole('button', { name: 'Save Settings' }).click()
	await expect(page.getByText('Choose an unpublish time after the publish time').first()).toBeVisible()
	await page.getByLabel('Unpublish on').fill('2090-12-05T08:00')
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Save Settings' }).click()
	await expect(page.getByText('Course updated', { exact: true })).toBeVisible()
	await page.reload()
	await awake(page)
	await expect(page.getByLabel(/^Publish on/)).toHaveValue('2090-11-05T09:00')
	await expect(page.getByLabel('Unpublish on')).toHaveValue('2090-12-05T08:00')

	// The scheduled time passes while the course is empty: it stays a draft, and admins see what is missing.
	// Far enough ahead for a slow request, because a time in the past is rejected.
	const soon = new Date(Date.now() + 15_000).toISOString()
	await send(page, 'PUT', `/api/courses/${id}`, { publishAt: soon, unpublishAt: null })
	const state = async () =>
		(await send<{ publishRefusal: string | null }>(page, 'GET', `/api/courses/${id}`)).publishRefusal
	await expect.poll(state, { timeout: 90_000 }).toBe('noModules')
	await page.goto(`/admin/courses/${id}/settings`)
	await expect(page.getByText(/This course was scheduled for .*, but it had no modules/)).toBeVisible()
	await expectAccessible(page)
	await page.goto('/admin')
	await expect(page.getByText(`“${title}” could not be published on schedule because it had no modules`)).toBeVisible()
	await send(page, 'DELETE', `/api/courses/${id}`)
})
