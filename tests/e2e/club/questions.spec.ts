import type { Response } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { ask } from '../support/questions.ts'

const BODY = 'How do you handle this in your practice, and what would you do again?'

test('a member asks, mentions, answers and edits; an admin locks, and a message replaces the form', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await page.goto('/questions')
	await awake(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
	await page.getByRole('main').getByRole('link', { name: 'Ask Question' }).click()
	const post = page.getByRole('button', { name: 'Post Question' })
	await expect(post).toBeEnabled()

	await post.click()
	await expect(page.getByText('Please select a category')).toBeVisible()
	await expect(page.getByText('Title must be at least 10 characters')).toBeVisible()
	await expect(page.getByText('Question body must be at least 20 characters')).toBeVisible()
	await expect(page.getByLabel('Category')).toBeFocused()

	await page.getByLabel('Category').selectOption({ label: 'Technology' })
	await page.getByLabel('Title').fill('Which headset do you take to a hearing by video?')
	const details = page.getByLabel('Question Details')
	await details.fill(`${BODY} I would like to hear from `)
	await details.press('End')
	await details.pressSequentially('@da')
	await expect(page.getByRole('option', { name: 'Dana Whitfield @dana', selected: true })).toBeVisible()
	await details.press('Enter')
	await expect(details).toHaveValue(`${BODY} I would like to hear from @dana `)
	await post.click()

	await expect(page).toHaveURL(/\/questions\/[0-9a-z]{20}$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which headset do you take to a hearing by video?')
	await expect(page.getByText('Question posted', { exact: true })).toBeVisible()
	await expect(page.getByText('Asked by Marcus Oyelaran')).toBeVisible()
	const mention = page.locator('.mention')
	await expect(mention).toHaveText('@dana')
	// A mention without a link target has neither the underline nor the color of a link.
	const linkStyle = (element: Element) =>
		(({ color, textDecorationLine, cursor }) => [color, textDecorationLine, cursor])(getComputedStyle(element))
	expect(await mention.evaluate(linkStyle)).toEqual(await mention.locator('..').evaluate(linkStyle))
	await expect(page.getByRole('heading', { name: '0 Comments' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Following', exact: true })).toHaveAttribute('aria-pressed', 'true')

	const comment = page.getByLabel('Your comment')
	await comment.fill('Hm')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByText('Comment must be at least 5 characters')).toBeVisible()
	await comment.fill('I found one that does not hiss.')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByRole('heading', { name: '1 Comment', exact: true })).toBeVisible()
	await expect(comment).toHaveValue('')

	const first = page.getByRole('article', { name: 'Comment by Marcus Oyelaran' })
	await first.getByRole('button', { name: 'Edit' }).click()
	await first.getByLabel('Edit your comment').fill('I found two that do not hiss.')
	await first.getByRole('button', { name: 'Save' }).click()
	await expect(first.getByText('Edited', { exact: true })).toBeVisible()
	await expect(first.getByText('I found two that do not hiss.')).toBeVisible()

	const url = page.url()
	await signInAs('admin')
	await page.goto(url)
	await awake(page)
	await page.getByRole('button', { name: 'Lock', exact: true }).click()
	const sentence = page.getByText('This question is locked and cannot receive new comments.')
	await expect(sentence).toBeVisible()
	await expect(page.getByLabel('Your comment')).toHaveCount(0)
	await page.reload()
	await expect(sentence).toBeVisible()
	await expect(page.getByText('Locked', { exact: true })).toBeVisible()
	await page.getByRole('button', { name: 'Delete', exact: true }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page).toHaveURL(/\/questions$/)
	await expect(page.getByRole('link', { name: 'Which headset do you take to a hearing by video?' })).toHaveCount(0)
})

test('the list searches and filters, shows the count and keeps both in the URL', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/questions')
	await awake(page)
	const cards = page.getByRole('main').getByRole('listitem')
	await expect(cards.first()).toBeVisible()
	const category = page.getByLabel('Category')
	await expect(category.locator('option', { hasText: 'Practice Specific (All)' })).toHaveCount(1)
	await category.selectOption({ label: 'Practice Specific (All)' })
	await expect(cards.filter({ hasText: 'Parenting plans' })).toBeVisible()
	await expect(cards.filter({ hasText: 'document scanner' })).toHaveCount(0)
	await page.getByRole('searchbox', { name: 'Search' }).fill('padilla')
	await expect(cards).toHaveCount(1)
	await expect(page.locator('mark').first()).toHaveText('Padilla')
	await expect(page).toHaveURL(/search=padilla/)
	await page.reload()
	await expect(cards).toHaveCount(1)
	await page.getByRole('searchbox', { name: 'Search' }).fill('nobody would write this')
	await expect(page.getByText('No questions yet')).toBeVisible()
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Clear filters' }).click()
	await expect(cards.nth(3)).toBeVisible()
	await expect(page).toHaveURL(/\/questions$/)
	await expectAccessible(page)
})

test('the reminder flags a client’s data, replaces it with one click and keeps a draft', async ({ page, signInAs }) => {
	await signInAs('member')
	// The reminder's rules, with their lists of names, courts and countries, load when typing begins.
	const rules: Response[] = []
	page.on('response', (response) => {
		if (/\/detect\.[^/]*\.js$/.test(response.url())) rules.push(response)
	})
	await page.goto('/questions/new')
	await awake(page)
	const post = page.getByRole('button', { name: 'Post Question' })
	await expect(post).toBeEnabled()
	await page.getByLabel('Category').selectOption({ label: 'Ethics' })
	await page.waitForLoadState('networkidle')
	expect(rules).toHaveLength(0)
	await page.getByLabel('Title').fill('A caller who will not stop calling')
	await expect.poll(() => rules.length).toBe(1)
	const sizes = await rules[0]?.request().sizes()
	expect(sizes?.responseBodySize).toBeGreaterThan(1_000)
	expect(sizes?.responseBodySize).toBeLessThan(150_000)
	const details = page.getByLabel('Question Details')
	await details.fill(
		'My client, Harriet Volkov, calls from (602) 555-0143 about Case No. 1:23-cr-00417-JKL every night.',
	)
	const writes: string[] = []
	page.on('request', (request) => {
		if (request.method() !== 'GET') writes.push(request.url())
	})
	await post.click()
	const reminder = page.getByRole('region', { name: 'Could this identify your client?' })
	await expect(reminder).toBeVisible()
	await expect(reminder).toBeFocused()
	await expect(reminder).toBeInViewport({ ratio: 1 })
	await expect(reminder.getByRole('listitem')).toHaveCount(3)
	await expect(reminder.getByText('ABA Formal Opinion 511')).toBeVisible()
	await expectAccessible(page)
	expect(writes).toEqual([])
	await reminder.getByRole('button', { name: 'Replace with placeholders' }).click()
	await expect(details).toHaveValue(
		'My client, [name], calls from [phone number] about Case No. [docket number] every night.',
	)
	await expect(reminder).toHaveCount(0)

	// Typing while the reminder is visible loses nothing and updates the reminder.
	await details.fill('My client, Harriet Volkov, calls every night.')
	await post.click()
	await expect(reminder).toBeVisible()
	await details.press('End')
	await details.pressSequentially(' From (602) 555-0143.')
	await reminder.getByRole('button', { name: 'Post anyway' }).click()
	await expect(reminder.getByRole('listitem')).toHaveText(/A phone number/)
	await details.press('End')
	await details.pressSequentially(' What now?')
	await reminder.getByRole('button', { name: 'Replace with placeholders' }).click()
	await expect(details).toHaveValue('My client, Harriet Volkov, calls every night. From [phone number]. What now?')
	await page.reload()
	await expect(details).toHaveValue(/\[phone number\]/)
	await expect(page.getByLabel('Title')).toHaveValue('A caller who will not stop calling')

	await details.fill('My client, Harriet Volkov, said that I may name her here, and she means it.')
	await post.click()
	await page.getByRole('button', { name: 'Post anyway' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('A caller who will not stop calling')
	await page.goto('/questions/new')
	await awake(page)
	await expect(post).toBeEnabled()
	await expect(details).toHaveValue('')
})

test('a failed request keeps the input', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/503/)
	await signInAs('member')
	// A new question is on the first page, however many questions other tests create.
	await ask(page, 'Who answers the telephone after six?')
	await page.goto('/questions')
	await awake(page)
	await page.getByRole('link', { name: 'Who answers the telephone after six?' }).click()
	const comment = page.getByLabel('Your comment')
	await page.route('**/comments', (route) => route.fulfill({ status: 503, body: 'The service is busy.' }))
	await comment.fill('I never did, and never missed it.')
	await expect(page.getByRole('button', { name: 'Post Comment' })).toBeEnabled()
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByRole('main').getByRole('alert')).toHaveText('The service is busy.')
	await expect(page.getByText('Failed to post comment', { exact: true })).toBeVisible()
	await expect(comment).toHaveValue('I never did, and never missed it.')
	await page.reload()
	await expect(comment).toHaveValue('I never did, and never missed it.')
	await comment.fill('')
})

test('an unknown question shows an error, and a visitor is sent to sign in', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/404/)
	await page.goto('/questions')
	await awake(page)
	await expect(page).toHaveURL(/\/auth\?next=\/questions$/)
	await signInAs('member')
	await page.goto('/questions/nobody')
	await awake(page)
	await expect(page.getByText('Question not found').last()).toBeVisible()
	await expect(page.getByRole('main').getByRole('link', { name: 'Back to Questions' })).toBeVisible()
	await expectAccessible(page)
})
