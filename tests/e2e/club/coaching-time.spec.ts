import { cardOf, inMinutes, makeSession, openCoaching, removeSession } from '../support/coaching.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'

// The countdown and the join link of a session: the page updates without requests.

test('a session approaches, begins and ends on an open page without requests', async ({ page, signInAs }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	const session = await makeSession(page, signInAs, { title: 'While one waits', scheduledAt: inMinutes(40) })
	await signInAs('member')
	await page.clock.install({ time: new Date(Date.parse(session.scheduledAt) - 20 * 60_000) })
	await openCoaching(page)
	const card = cardOf(page, session)
	const join = card.getByRole('link', { name: 'Join Zoom Meeting' })
	await expect(card.getByText('In 20 minutes', { exact: true })).toBeVisible()
	await expect(join).toHaveAttribute('href', 'https://zoom.example/j/7')
	await expect(join).not.toHaveClass(/btn-primary/)
	const requestUrls: string[] = []
	page.on('request', (request) => void requestUrls.push(request.url()))
	await page.clock.fastForward('05:00')
	await expect(card.getByText('In 15 minutes', { exact: true })).toBeVisible()
	await expect(join).toHaveClass(/btn-primary/)
	await expect(page.getByRole('status').filter({ hasText: '“While one waits” starts soon.' })).toBeAttached()
	await expectAccessible(page)
	await join.focus()
	await page.clock.fastForward('15:00')
	await expect(card.getByText('Now', { exact: true })).toBeVisible()
	await expect(page.getByRole('status').filter({ hasText: '“While one waits” has started.' })).toBeAttached()
	await expect(join).toBeFocused()
	// After the computer slept past the end, the session is immediately among the past ones.
	await page.clock.fastForward('31:00')
	await expect(page.locator('.past-sessions')).toContainText('While one waits')
	await expect(join).toHaveCount(0)
	expect(requestUrls).toEqual([])
	await removeSession(page, signInAs, session.id)
})

test("the date and the days left follow the viewer's time zone on both sides of the date line", async ({
	browser,
	baseURL,
	page,
	signInAs,
	context,
}) => {
	// Late in the evening of the 9th in New York; the 10th elsewhere.
	const scheduledAt = '2031-01-10T04:30:00.000Z'
	const session = await makeSession(page, signInAs, { title: 'Around the world', scheduledAt, timeZone: 'Asia/Tokyo' })
	await signInAs('member')
	const cookies = await context.cookies()
	const shown = []
	for (const timezoneId of ['America/New_York', 'Pacific/Auckland']) {
		const zoneContext = await browser.newContext({ timezoneId, ...(baseURL ? { baseURL } : {}) })
		await zoneContext.addCookies(cookies)
		const tab = await zoneContext.newPage()
		await tab.clock.install({ time: new Date('2031-01-08T13:00:00.000Z') })
		await openCoaching(tab)
		const card = cardOf(tab, session)
		// The viewer's time zone and clock apply after the first render.
		await expect(card.locator('.pill')).toHaveText('Tomorrow')
		// The browser has stored its zone in a cookie, so the server renders the next page in it.
		const html = await (await zoneContext.request.get('/coaching')).text()
		expect(html.replaceAll(/<[^>]*>/g, '')).toContain(await card.locator('time').textContent())
		shown.push([
			await card.locator('.date-block').textContent(),
			await card.locator('time').textContent(),
			await card.locator('.pill').textContent(),
		])
		await zoneContext.close()
	}
	expect(shown).toEqual([
		['Jan9', 'January 9th, 2031 at 11:30 PM ET', 'Tomorrow'],
		['Jan10', 'January 10th, 2031 at 5:30 PM New Zealand Time', 'Tomorrow'],
	])
	await removeSession(page, signInAs, session.id)
})

test('without a browser time zone, sessions show their own zone, and a new session starts in UTC', async ({
	page,
	signInAs,
}) => {
	const session = await makeSession(page, signInAs, {
		title: 'By whose clock',
		scheduledAt: '2031-01-10T04:30:00.000Z',
		timeZone: 'Asia/Tokyo',
	})
	await page.addInitScript(() => {
		const { resolvedOptions } = Intl.DateTimeFormat.prototype
		Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
			const options = resolvedOptions.call(this)
			const isBrowserZone = options.timeZone === 'America/New_York'
			return isBrowserZone ? { ...options, timeZone: 'Etc/Unknown' } : options
		}
	})
	await openCoaching(page)
	await expect(cardOf(page, session).locator('time')).toHaveText('January 10th, 2031 at 1:30 PM Japan Time')
	await page.reload()
	await awake(page)
	await expect(cardOf(page, session).locator('time')).toHaveText('January 10th, 2031 at 1:30 PM Japan Time')
	await page.goto('/admin/coaching')
	await awake(page)
	await page.getByRole('button', { name: 'Create Session' }).click()
	await expect(page.getByLabel('Time zone')).toHaveValue('UTC')
	await removeSession(page, signInAs, session.id)
})

test('notes of past sessions are collapsed, open by keyboard and print in full', async ({ page, signInAs }) => {
	await signInAs('member')
	await openCoaching(page)
	const past = page.locator('.past-sessions')
	const notes = past.getByText('How to decline a matter in one paragraph')
	await expect(notes).toBeHidden()
	await past.locator('summary').first().focus()
	await page.keyboard.press('Enter')
	await expect(past.getByRole('heading', { name: 'Saying no, and meaning it' })).toBeVisible()
	await expect(notes).toBeHidden()
	await past.locator('summary').filter({ hasText: 'Notes of Saying no, and meaning it' }).focus()
	await page.keyboard.press('Space')
	await expect(notes).toBeVisible()
	await expectAccessible(page)
	await page.reload()
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await expect(notes).toBeVisible()
	for (const hidden of ['button', 'nav', '.site-footer', '#calendar-subscription', '[download]'])
		await expect(page.locator(`body :is(${hidden}):visible`), hidden).toHaveCount(0)
	if (process.env.PRINT_TO) await page.pdf({ path: process.env.PRINT_TO })
})

test('older past sessions are reachable without JavaScript, and all of them print', async ({
	page,
	signInAs,
	browser,
	baseURL,
}) => {
	const sessionIds: string[] = []
	for (let number = 1; number <= 13; number++) {
		const session = { title: `Long ago, number ${number}`, scheduledAt: inMinutes(-60 * 24 * (3000 + number)) }
		sessionIds.push((await makeSession(page, signInAs, session)).id)
	}
	await signInAs('member')
	const plain = await browser.newContext({
		javaScriptEnabled: false,
		baseURL: baseURL ?? '',
		storageState: await page.context().storageState(),
		viewport: { width: 390, height: 844 },
	})
	const reader = await plain.newPage()
	await reader.goto('/coaching')
	const past = reader.locator('.past-sessions')
	const oldest = past.getByRole('heading', { name: 'Long ago, number 13' })
	await past.locator('summary').first().click()
	await expect(past.getByRole('heading')).toHaveCount(12)
	await expect(past.getByRole('button', { name: 'Show more' })).toBeHidden()
	await past.getByRole('link', { name: 'All past sessions' }).click()
	await expect(oldest).toBeVisible()
	await expect(past.getByRole('link', { name: 'All past sessions' })).toHaveCount(0)
	await reader.goBack()
	await expect(oldest).toHaveCount(0)
	await plain.close()
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/coaching?past=all')
	await awake(page)
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByRole('heading', { name: 'Long ago, number 13' })).toBeVisible()
	await page.emulateMedia({ media: 'screen' })
	for (const id of sessionIds) await removeSession(page, signInAs, id)
})
