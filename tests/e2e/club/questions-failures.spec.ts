import { awake, expect, test } from '../support/fixtures.ts'
import { ask, comments, openQuestion, posts, TEXT } from '../support/questions.ts'
import { send } from '../support/send.ts'

// Text survives failures and can be sent again.

test('a network error shows a message, and the comment can be posted again', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
	await signInAs('member')
	await openQuestion(page)
	const field = page.getByLabel('Your comment')
	const button = page.getByRole('button', { name: 'Post Comment' })
	const sentence = 'We could not reach the server. Please check your connection and try again.'
	await field.fill(TEXT)
	await page.route(
		comments,
		posts((route) => route.abort()),
	)
	await button.click()
	await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
	await page.unroute(comments)
	await page.context().setOffline(true)
	await button.click()
	await expect(button).toBeEnabled()
	await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
	await expect(field).toHaveValue(TEXT)
	await page.context().setOffline(false)
	await button.click()
	await expect(field).toHaveValue('')
	await expect(page.getByText(TEXT)).toHaveCount(1)
})

test('an expired session is reported once, and the kept text is posted after a sign-in', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/401/)
	await signInAs('member')
	await openQuestion(page)
	await page.getByLabel('Your comment').fill(TEXT)
	await context.clearCookies()
	await page.getByRole('button', { name: 'Post Comment' }).click()
	const notices = page.getByRole('alert').filter({ hasText: /\S/ })
	await expect(notices).toHaveText([/^\s*You have been signed out\./])
	await expect(page.getByText('Failed to post comment')).toHaveCount(0)
	const link = page.getByRole('alert').getByRole('link', { name: 'in a new tab' })
	const [signInTab] = await Promise.all([context.waitForEvent('page'), link.click()])
	await expect(signInTab.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible()
	await signInTab.close()
	await signInAs('member', { pagesStay: true })
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByLabel('Your comment')).toHaveValue('')
	await expect(page.getByText(TEXT)).toHaveCount(1)
})

test('input typed while a comment is being sent stays, and new comments of others appear', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	const id = await openQuestion(page)
	const field = page.getByLabel('Your comment')
	await field.fill(TEXT)
	await send(page, 'POST', `/api/questions/${id}/comments`, { body: 'From another tab.' })
	let release = () => {}
	const mayContinue = new Promise<void>((resolve) => {
		release = resolve
	})
	await page.route(
		comments,
		posts(async (route) => {
			await mayContinue
			await route.continue()
		}),
	)
	await page.getByRole('button', { name: 'Post Comment' }).dblclick()
	await expect(page.getByRole('button', { name: 'Posting...' })).toBeVisible()
	await field.press('End')
	await field.pressSequentially(' The next one.')
	release()
	await expect(field).toHaveValue('The next one.')
	await expect(page.getByText(TEXT)).toHaveCount(1)
	await expect(page.getByText('From another tab.')).toBeVisible()
	await expect(page.getByRole('heading', { name: '2 Comments' })).toBeVisible()
})

test('a question locked during writing shows a message with the unposted text', async ({
	page,
	context,
	browser,
	baseURL,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/409/)
	await signInAs('admin')
	const admin = await browser.newContext({ baseURL: baseURL ?? '', storageState: await context.storageState() })
	await signInAs('member')
	const id = await openQuestion(page)
	await page.getByLabel('Your comment').fill(TEXT)
	await send(await admin.newPage(), 'PUT', `/api/questions/${id}/lock`, { isLocked: true })
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(
		page.getByRole('main').getByText('This question is locked and cannot receive new comments.'),
	).toBeVisible()
	await expect(page.getByRole('button', { name: 'Post Comment' })).toHaveCount(0)
	const unposted = page.getByLabel('Your unposted comment')
	await expect(unposted).toHaveValue(TEXT)
	await page.reload()
	await awake(page)
	await expect(unposted).toHaveValue(TEXT)
	await page.getByRole('button', { name: 'Discard' }).click()
	await expect(unposted).toHaveCount(0)
	await admin.close()
})

test('a form page from the back/forward cache is empty and ready after posting', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/questions/new')
	await awake(page)
	await page.getByLabel('Category').selectOption({ index: 1 })
	await page.getByLabel('Title').fill('Back and forth and back')
	await page.getByLabel('Question Details').fill('The browser keeps pages as they were left.')
	// A 204 keeps the browser on the page. The event below simulates a return from the back/forward cache.
	await page.route(/\/questions\/(?!new)[^/]*$/, (route) => route.fulfill({ status: 204 }))
	const button = page.getByRole('button', { name: 'Post' })
	const posted = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201)
	await button.click()
	await posted
	await expect(button).toHaveText('Posting...')
	await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
	await expect(button).toHaveText('Post Question')
	await expect(button).toBeEnabled()
	await expect(page.getByLabel('Title')).toHaveValue('')
	await expect(page.getByText('Your question is posted.')).toBeVisible()
})

test('Back after posting shows an empty form with a link to the question, and posts nothing again', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await page.goto('/questions/new')
	await awake(page)
	const title = 'A question that Back leads away from'
	await page.getByLabel('Category').selectOption({ label: 'Ethics' })
	await page.getByLabel('Title').fill(title)
	await page.getByLabel('Question Details').fill('The browser fills in what it remembers of a form.')
	await page.getByRole('button', { name: 'Post Question' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
	const path = new URL(page.url()).pathname
	await page.goBack()
	await awake(page)
	await expect(page.getByText('Your question is posted.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Read it' })).toHaveAttribute('href', path)
	for (const label of ['Title', 'Question Details', 'Category']) await expect(page.getByLabel(label)).toHaveValue('')
	await page.getByRole('button', { name: 'Post Question' }).click()
	await expect(page.getByText('Title must be at least 10 characters')).toBeVisible()
	const all = await send<{ title: string }[]>(page, 'GET', '/api/questions')
	expect(all.filter((one) => one.title === title)).toHaveLength(1)
})

test('a page left open does not post as a different member who has signed in since then', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/409/)
	// A read mark sent while the cookies change carries the other member's token. The page renews the token and retries.
	allowProblem(/status of 403 .*\/read\)$/)
	await signInAs('member')
	const id = await openQuestion(page)
	await page.getByLabel('Your comment').fill(TEXT)
	await signInAs('admin', { pagesStay: true })
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'Someone else signed in' })).toBeVisible()
	await expect(page.getByLabel('Your comment')).toHaveValue(TEXT)
	expect(await send<unknown[]>(page, 'GET', `/api/questions/${id}/comments`)).toEqual([])
	await signInAs('member', { pagesStay: true })
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByLabel('Your comment')).toHaveValue('')
	await expect(page.getByRole('article', { name: 'Comment by Marcus Oyelaran' })).toHaveCount(1)
})

test("mention suggestions appear below the current line, above a phone's keyboard", async ({ page, signInAs }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await signInAs('member')
	await page.goto('/questions/new')
	await awake(page)
	const field = page.getByLabel('Question Details')
	const list = page.getByRole('listbox', { name: 'Members' })
	const below = async () => ((await list.boundingBox())?.y ?? 0) - ((await field.boundingBox())?.y ?? 0)
	await field.pressSequentially('@da')
	await expect(list).toBeVisible()
	const first = await below()
	expect(first).toBeGreaterThan(20)
	expect(first).toBeLessThan(60)
	// This line wraps once. If the text is taller than the field, the list stays below the field.
	await field.fill('A line that is longer than a phone is wide, so that it wraps. ')
	await field.press('End')
	await field.pressSequentially('@da')
	await expect(list).toBeVisible()
	expect(await below()).toBeGreaterThan(first + 10)
	await field.fill('\n'.repeat(40))
	await field.press('ControlOrMeta+End')
	await field.pressSequentially('@da')
	await expect(list).toBeVisible()
	expect(await below()).toBeLessThanOrEqual(((await field.boundingBox())?.height ?? 0) + 10)
})

test("long words without spaces keep the list within a phone's screen", async ({ page, signInAs }) => {
	const word = 'W'.repeat(200)
	await page.setViewportSize({ width: 390, height: 844 })
	await signInAs('admin')
	await ask(page, word)
	const scheduledAt = new Date(Date.now() + 50 * 86_400_000).toISOString()
	const session = { title: word, description: word, scheduledAt, zoomLink: 'https://zoom.example/j/6' }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/coaching/sessions', session)
	for (const path of ['/questions', '/coaching', '/admin/coaching', '/admin/moderation']) {
		await page.goto(path)
		await expect(page.getByRole('main').getByText(word).first()).toBeVisible()
		expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
	}
	await send(page, 'DELETE', `/api/coaching/sessions/${id}`)
})
