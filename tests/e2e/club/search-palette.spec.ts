import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, openSession, test } from '../support/fixtures.ts'
import { chosen, dialog, field } from '../support/palette.ts'
import { originOf, send } from '../support/send.ts'

/** Creates a question with an answer, both with unique words. */
async function askAndAnswer(page: Page, word: string): Promise<{ id: string; comment: string }> {
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const { id } = await send<{ id: string }>(page, 'POST', '/api/questions', {
		...{
			title: `Who has done a ${word} before?`,
			body: 'How do the rest of you handle this?',
			categoryId: category?.id,
		},
	})
	// More than a page of comments, so the hit is not among the first.
	for (let at = 0; at < 3; at++)
		await send(page, 'POST', `/api/questions/${id}/comments`, { body: `Not me, and I never will, ${at}.` })
	const { id: comment } = await send<{ id: string }>(page, 'POST', `/api/questions/${id}/comments`, {
		body: `I did one: a ${word}replied in writing, and it went well.`,
	})
	return { id, comment }
}

test('the palette opens, searches, selects, follows and closes by keyboard alone', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/dashboard')
	await page.keyboard.press('Control+k')
	await expect(dialog(page)).toBeVisible()
	await expect(field(page)).toBeFocused()
	await expect(chosen(page)).toHaveText('Ask a question')
	await page.keyboard.press('ArrowDown')
	await expect(chosen(page)).toHaveText('Unread questions')
	await page.keyboard.press('End')
	const last = dialog(page).getByRole('option').last()
	await expect(last).toHaveAttribute('aria-selected', 'true')
	await page.keyboard.press('Home')
	await expect(chosen(page)).toHaveText('Ask a question')
	await page.keyboard.press('ArrowUp')
	await expect(last).toHaveAttribute('aria-selected', 'true')
	await page.keyboard.type('intake')
	await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results?$/)
	const option = chosen(page)
	await expect(field(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
	const href = (await option.getAttribute('href')) ?? ''
	expect(href).toMatch(/^\/(courses|podcast|questions|coaching)/)
	await expectAccessible(page)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(href)
	// A search whose hit was opened is remembered.
	await page.goto('/dashboard')
	await page.keyboard.press('/')
	await expect(dialog(page).getByRole('group', { name: 'Recent searches' })).toContainText('intake')
	await page.keyboard.press('Escape')
	await expect(dialog(page)).toBeHidden()
	await page.keyboard.press('/')
	// Type immediately: input from before the palette has loaded is kept.
	await page.keyboard.type('client')
	await expect(field(page)).toHaveValue('client')
	await page.keyboard.press('Control+Enter')
	await expect(page).toHaveURL('/search?q=client')
	await expect(page).toHaveTitle(/Search: client/)
	await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
	// In a text field the key types its character.
	await page.getByRole('searchbox', { name: 'Search for' }).focus()
	await page.keyboard.press('/')
	await expect(dialog(page)).toBeHidden()
})

test('a recent search runs again with a press and keeps keyboard control', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/search')
	await page.keyboard.press('Control+k')
	// Type immediately: a query submitted before the palette has loaded is searched too.
	await page.keyboard.type('intake')
	await page.keyboard.press('Enter')
	await page.waitForURL('/search?q=intake')
	await page.keyboard.press('Control+k')
	// Opening a command is not remembered as a search.
	await page.keyboard.type('dashb')
	await expect(dialog(page).getByRole('option', { name: 'Dashboard', exact: true })).toBeVisible()
	await dialog(page).getByRole('option', { name: 'Dashboard', exact: true }).click()
	await page.waitForURL('/dashboard')
	await page.keyboard.press('Control+k')
	const recent = dialog(page).getByRole('group', { name: 'Recent searches' })
	await expect(recent.getByRole('option')).toHaveText(['intake'])
	await recent.getByText('intake').click()
	await expect(field(page)).toHaveValue('intake')
	await expect(field(page)).toBeFocused()
	await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results?$/)
})

test('an admin reaches every admin screen, from the list and by a word', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/dashboard')
	await page.keyboard.press('Control+k')
	const screens = dialog(page).getByRole('group', { name: 'Admin' }).getByRole('option')
	const names = (await page.locator('#admin-menu a').allTextContents()).map((name) => name.trim())
	await expect(screens).toHaveText(names)
	await page.keyboard.type('audit')
	await expect(screens).toHaveText(['Audit'])
	await screens.click()
	await expect(page).toHaveURL('/admin/audit')
})

test('the palette loads on first use and is small', async ({ page, signInAs }) => {
	await signInAs('member')
	const scripts: string[] = []
	page.on('response', (response) => {
		if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(response.url())
	})
	await page.goto('/account', { waitUntil: 'networkidle' })
	const before = scripts.length
	await page.getByRole('button', { name: 'Search', exact: true }).click()
	await expect(field(page)).toBeFocused()
	const loaded = scripts.slice(before)
	expect(loaded.length).toBeGreaterThan(0)
	let bytes = 0
	for (const url of loaded) {
		const code = await (await page.request.get(url)).body()
		expect(code.toString()).not.toContain('react')
		bytes += brotliCompressSync(code).length
	}
	test.info().annotations.push({ type: 'bytes', description: String(bytes) })
	expect(bytes).toBeLessThanOrEqual(8_000)
	await page.getByRole('button', { name: 'Close' }).click()
	await expect(dialog(page)).toBeHidden()
	await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
})

test('a visitor has the palette on a public page, loaded on first use', async ({ page }) => {
	for (const path of ['/', '/courses', '/courses/005-client-intake', '/podcast', '/auth']) {
		const scripts: string[] = []
		const record = (url: string) => void scripts.push(new URL(url).pathname)
		const onResponse = (response: { url(): string }) =>
			/\.js$/.test(new URL(response.url()).pathname) && record(response.url())
		page.on('response', onResponse)
		await page.goto(path, { waitUntil: 'networkidle' })
		expect(
			scripts.filter((one) => /SearchKeys|palette/i.test(one)),
			path,
		).toEqual([])
		await page.keyboard.press('Control+k')
		await expect(field(page), path).toBeFocused()
		expect(
			scripts.filter((one) => /SearchKeys|palette/i.test(one)),
			path,
		).toHaveLength(1)
		page.off('response', onResponse)
		await page.keyboard.press('Escape')
		await expect(dialog(page)).toBeHidden()
	}
	await page.goto('/courses/005-client-intake')
	await page.keyboard.press('/')
	await page.keyboard.type('client')
	await expect(field(page)).toHaveValue('client')
	await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results?$/)
	// No member content and no member screens.
	await expect(dialog(page).getByRole('group', { name: /Questions|Coaching/ })).toHaveCount(0)
	await expectAccessible(page)
	const href = (await chosen(page).getAttribute('href')) ?? ''
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(href)
	// Wait for the scripts: until then the shortcut does nothing.
	await page.waitForLoadState('networkidle')
	// Recent searches are kept in this tab only.
	await page.keyboard.press('Control+k')
	await expect(dialog(page).getByRole('group', { name: 'Recent searches' })).toContainText('client')
	await expect(dialog(page).getByRole('group', { name: 'Go to' }).getByRole('option')).toHaveText([
		...['Home', 'Courses', 'Apply for Membership', 'Sign in', 'Podcast', 'Privacy', 'Terms', 'Contact'],
	])
	expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('client')
})

test("the palette never takes the browser's own find shortcut", async ({ page, signInAs }) => {
	const isPrevented = () =>
		page.evaluate(() => {
			const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true })
			document.body.dispatchEvent(event)
			return event.defaultPrevented
		})
	await page.goto('/courses')
	expect(await isPrevented()).toBe(false)
	await signInAs('member')
	await page.goto('/dashboard')
	expect(await isPrevented()).toBe(false)
	await page.keyboard.press('Control+k')
	await expect(dialog(page)).toBeVisible()
	expect(await isPrevented()).toBe(false)
})

test('a title matches an unfinished word', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/dashboard')
	const word = `Replevin${Date.now()}`
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const body = 'How do the rest of you handle this?'
	await send(page, 'POST', '/api/questions', { title: `${word} and its writ`, body, categoryId: category?.id })
	await page.keyboard.press('Control+k')
	await field(page).fill(word.slice(0, -3))
	await expect(dialog(page).getByRole('group', { name: 'Titles' }).getByRole('option')).toContainText([word])
})

test('an answer opens its question at the comment and is found right after posting', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/dashboard')
	const word = `garnishment${Date.now()}`
	const { id, comment } = await askAndAnswer(page, word)
	await page.getByRole('button', { name: 'Search', exact: true }).click()
	await field(page).fill(`${word}replied`)
	await expect(dialog(page).getByRole('status')).toHaveText('1 result')
	await expect(chosen(page)).toContainText('Answer by')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(`/questions/${id}#comment-${comment}`)
	await expect(page.locator(`#comment-${comment}`)).toBeInViewport()
	await page.goto(`/search?q=${word}replied`)
	await expect(page).toHaveTitle(new RegExp(`Search: ${word}replied`))
	await page.getByRole('link', { name: `Who has done a ${word} before?` }).click()
	await expect(page.locator(`#comment-${comment}`)).toBeInViewport()
})

test('recent searches on a device are cleared at log-out', async ({ page, context, signInAs }) => {
	await signInAs('member')
	await page.goto('/dashboard')
	await page.keyboard.press('Control+k')
	await field(page).fill('client retainer')
	await page.keyboard.press('Control+Enter')
	await expect(page).toHaveURL('/search?q=client+retainer')
	const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
	expect(await stored()).toContain('client retainer')
	await page.getByRole('button', { name: 'Account menu' }).click()
	await page.getByRole('button', { name: 'Log out' }).click()
	await expect(page).toHaveURL('/')
	expect(await stored()).not.toContain('client retainer')
	await openSession(context, await originOf(page), 'member')
})

test('a member can switch the single-key shortcut off for a device', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/account')
	await page.getByLabel('Open search with /').uncheck()
	await page.goto('/dashboard')
	await page.keyboard.press('/')
	await expect(dialog(page)).toBeHidden()
	await page.keyboard.press('Control+k')
	await expect(dialog(page)).toBeVisible()
})

test('a visitor can switch the single-key shortcut off too', async ({ page }) => {
	await page.goto('/search')
	await page.getByLabel('Open search with /').uncheck()
	await page.goto('/courses')
	await page.keyboard.press('/')
	await page.keyboard.press('Control+k')
	await expect(field(page)).toHaveValue('')
})
