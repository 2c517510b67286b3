import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

// The catalog and a course without a sign-in.

const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

test('a visitor reads without scripts and is asked to sign in for the rest', async ({ page, browser, baseURL }) => {
	const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
	const reader = await plain.newPage()
	await reader.goto('/courses')
	await reader.getByRole('link', { name: /View Course.*Client intake/ }).click()
	await expect(reader.getByText('Most intake trouble begins with kindness.')).toBeVisible()
	await expect(reader.getByText('This is the fifteen-minute call, from hello to goodbye.')).toBeVisible()
	await expect(reader.getByText('You named the fee and the caller says nothing. What now?')).toBeVisible()
	await expect(reader.getByRole('tab')).toHaveCount(0)
	await plain.close()

	await page.goto('/courses/005-client-intake')
	await expect(page.getByRole('link', { name: 'Sign in to enroll' })).toBeVisible()
	await module(page, 'Who is calling, and why now').getByRole('tab', { name: 'Discussion' }).click()
	await expect(page.getByText('Please log in to participate in discussions.')).toBeVisible()
	await expectAccessible(page)
})

test('a visitor’s first click on an unhydrated island is not lost', async ({ page }) => {
	await page.goto('/courses/005-client-intake')
	const quiz = module(page, 'Red flags, graded')
	// A click without any pointer or focus event before it.
	await quiz.getByLabel('Nothing; sympathy comes first').dispatchEvent('click')
	await expect(quiz.getByLabel('Nothing; sympathy comes first')).toBeChecked()
	await quiz.getByRole('button', { name: 'Next' }).click()
	await expect(quiz.getByText('Question 2 of 5')).toBeVisible()
	await quiz.getByRole('button', { name: 'Previous' }).click()
	await expect(quiz.getByLabel('Nothing; sympathy comes first')).toBeChecked()
})

test('a quiz says before its start that its result needs a sign-in', async ({ page }) => {
	await page.goto('/courses/005-client-intake')
	const quiz = module(page, 'Red flags, graded')
	await expect(quiz.getByText('To see your result, sign in')).toBeVisible()
	await expect(quiz.getByText('Question 1 of 5')).toBeVisible()
})

test('a course without a picture has its drawn cover as PNG for search engines and link previews', async ({
	page,
	request,
}) => {
	await page.goto('/courses/005-client-intake')
	const { image } = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
	expect(image).toMatch(/\/courses\/005-client-intake\/cover\.png\?v=\w+$/)
	await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', image)
	const answer = await request.get(image)
	expect(answer.headers()).toMatchObject({
		'content-type': 'image/png',
		'cross-origin-resource-policy': 'cross-origin',
	})
	const png = await answer.body()
	expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
	expect((await request.get('/courses/no-such-course/cover.png')).status()).toBe(404)
})

test('a picture that fails to load is replaced by the drawn cover everywhere', async ({
	page,
	browser,
	baseURL,
	signInAs,
	allowProblem,
}) => {
	// Broken in this browser only, because other tests share the catalog.
	const image = `${baseURL}/og.png?gone=${Date.now()}`
	allowProblem(/og\.png\?gone/)
	await page.route(image, (route) => route.fulfill({ status: 404 }))
	await signInAs('admin')
	const title = `No picture ${Date.now()}`
	const course = { title, description: 'Its picture is gone.', imageUrl: image }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', { ...course, isPublished: true })
	const module = { title: 'Reading', description: 'What to read.', content: '<p>Read this with care, and twice.</p>' }
	await send(page, 'POST', `/api/courses/${id}/modules`, module)
	await expect.poll(async () => await (await fetch(`${baseURL}/courses/${id}`)).text()).toContain('1 module')
	for (const [path, box] of [
		['/courses?tab=all', page.getByRole('article').filter({ hasText: title })],
		['/admin/courses', page.getByRole('article').filter({ hasText: title })],
		[`/courses/${id}`, page.getByRole('main')],
	] as const) {
		await page.goto(path, { waitUntil: 'networkidle' })
		await box.scrollIntoViewIfNeeded()
		await expect(box.locator('.picture > img'), path).toBeHidden()
		await expect(box.locator('.picture > svg'), path).toBeVisible()
	}
	await signInAs('member')
	await send(page, 'POST', `/api/courses/${id}/enroll`)
	await page.goto('/dashboard')
	await expect(page.getByRole('article').filter({ hasText: title }).locator('.picture > img')).toBeHidden()
	await expect(page.getByRole('article').filter({ hasText: title }).locator('.picture > svg')).toBeVisible()
	// Without scripts the drawn cover is visible too: the broken picture does not hide it.
	const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
	const reader = await plain.newPage()
	await reader.route(image, (route) => route.fulfill({ status: 404 }))
	await reader.goto(`/courses/${id}`)
	await expect(reader.locator('.picture > svg')).toBeVisible()
	await plain.close()
	await signInAs('admin')
	await send(page, 'DELETE', `/api/courses/${id}`)
})

test('the catalog searches, filters and reports no matches', async ({ page }) => {
	await page.goto('/courses')
	await page.getByLabel('Search courses').fill('trust RECONCILIATION')
	await expect(page.getByRole('article')).toHaveCount(1)
	await expect(page.getByRole('heading', { name: /Trust accounting/ })).toBeVisible()
	await page.getByLabel('Difficulty').selectOption('advanced')
	await expect(page.getByText('No matching courses found')).toBeVisible()
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Clear filters' }).click()
	await expect(page.getByLabel('Search courses')).toHaveValue('')
	await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(5)
	await expectAccessible(page)
})

test('list numbers of one or two digits fit into the column', async ({ page }) => {
	await page.goto('/courses/005-client-intake')
	const overflow = await page
		.locator('.prose')
		.first()
		.evaluate((prose) =>
			[
				{ start: 1, items: 9 },
				{ start: 1, items: 12 },
				{ start: 97, items: 3 },
			].map(({ start, items }) => {
				const list = document.createElement('ol')
				if (start > 1) list.start = start
				for (let at = 0; at < items; at += 1) list.append(document.createElement('li'))
				const number = document.createElement('span')
				number.textContent = `${start + items - 1}.\u00a0`
				list.lastElementChild?.append(number)
				prose.append(list)
				const room = Number.parseFloat(getComputedStyle(list).paddingInlineStart)
				const { width } = number.getBoundingClientRect()
				list.remove()
				return Math.max(0, width - room)
			}),
		)
	expect(overflow).toEqual([0, 0, 0])
})

test('a wide table scrolls on a phone, and the page stays as wide as the window', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/courses/005-client-intake')
	const widths = await page
		.locator('.prose')
		.first()
		.evaluate((prose) => {
			const scroll = document.createElement('div')
			scroll.className = 'table-scroll'
			const row = document.createElement('table').insertRow()
			for (let at = 0; at < 8; at += 1) row.insertCell().textContent = `Column ${at}`
			const table = row.closest('table')
			if (table) scroll.append(table)
			prose.append(scroll)
			return { page: document.documentElement.scrollWidth, hidden: scroll.scrollWidth - scroll.clientWidth }
		})
	expect(widths.page).toBe(390)
	expect(widths.hidden).toBeGreaterThan(200)
})

test('every target of a public page is at least 24 by 24 pixels', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	for (const path of ['/', '/courses', '/courses/005-client-intake', '/auth', '/apply', '/forgot-password']) {
		await page.goto(path, { waitUntil: 'networkidle' })
		const small = await page.evaluate(() =>
			[...document.querySelectorAll('a, button, input, select, textarea, summary, [role="slider"]')]
				.filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
				.filter((target) => !target.closest('.skip-link, .sr-only'))
				.filter((target) => {
					const { width, height } = target.getBoundingClientRect()
					return width < 24 || height < 24
				})
				.map((target) => target.outerHTML.slice(0, 100)),
		)
		expect(small, path).toEqual([])
	}
})
