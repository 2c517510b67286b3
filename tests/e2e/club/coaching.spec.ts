import type { Locator } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'

// Next year's second Sunday in March, when daylight saving time begins in New York, and the day after.
const year = new Date().getFullYear() + 1
const day = 14 - ((new Date(Date.UTC(year, 2, 1)).getUTCDay() + 6) % 7)
const inMarch = (date: number) => `${year}-03-${String(date).padStart(2, '0')}`
const sunday = { atHalfPastTwo: `${inMarch(day)}T02:30` }
const monday = { atTwo: `${inMarch(day + 1)}T14:00`, dateText: `March ${day + 1}th, ${year}` }

test('a member suggests one topic; the admin sees it with the name, other members do not', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	await page.goto('/admin/coaching')
	await awake(page)
	const create = page.getByRole('button', { name: 'Create Session' })
	await create.click()
	const dialog = page.getByRole('dialog', { name: 'Create Session' })
	await dialog.getByRole('button', { name: 'Create Session' }).click()
	await expect(dialog.getByText('Title must be at least 3 characters')).toBeVisible()
	await expect(dialog.getByText('Scheduled date/time is required')).toBeVisible()
	await expect(dialog.getByText('Please enter a valid Zoom link')).toBeVisible()
	await expectAccessible(page)
	const title = `Cross-examination in small courts ${test.info().workerIndex}`
	await dialog.getByLabel('Title').fill(title)
	await dialog.getByLabel('Zoom link').fill('https://zoom.example/j/42')
	await dialog.getByLabel('Date and time').fill(sunday.atHalfPastTwo)
	await dialog.getByLabel('Time zone').selectOption('America/New_York')
	await dialog.getByRole('button', { name: 'Create Session' }).click()
	await expect(dialog.getByText('The clocks go forward, so this time does not exist in this zone.')).toBeVisible()
	await dialog.getByLabel('Date and time').fill(monday.atTwo)
	await dialog.getByLabel('Time zone').selectOption('America/Phoenix')
	await expect(
		dialog.getByText(`Mountain Standard Time. That is ${monday.dateText} at 2:00 PM Pacific Daylight Time.`),
	).toBeVisible()
	await dialog.getByRole('button', { name: 'Create Session' }).click()
	await expect(page.getByText('Session created', { exact: true })).toBeVisible()
	const card = page.getByRole('listitem').filter({ hasText: title })
	const row = page.getByRole('row').filter({ hasText: title })
	const topics = page.getByRole('region', { name: `Topics of ${title}` })
	// The test browser is in New York.
	await expect(row.getByText(`${monday.dateText} at 5:00 PM ET`)).toBeVisible()
	await expect(page.getByText('Past', { exact: true }).first()).toBeVisible()
	// The link is below the title even without a description.
	const lead = await row.getByRole('button', { name: title, exact: true }).boundingBox()
	const link = await row.getByRole('link', { name: 'https://zoom.example/j/42' }).boundingBox()
	expect(link?.y).toBeGreaterThanOrEqual((lead?.y ?? 0) + (lead?.height ?? 0))
	await row.getByRole('button', { name: 'View Submitted Topics' }).click()
	await expect(topics.getByText('No topics submitted yet')).toBeVisible()

	await signInAs('member')
	await page.goto('/coaching')
	await awake(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coaching Sessions')
	await expect(card.getByText(`${monday.dateText} at 5:00 PM ET`)).toBeVisible()
	await expect(card.getByRole('link', { name: /Join Zoom Meeting/ })).toHaveAttribute('target', '_blank')
	await card.getByRole('button', { name: 'Suggest a Topic' }).click()
	const topic = page.getByRole('dialog', { name: 'Suggest a Topic' })
	await expect(topic.getByText('One topic may be submitted per session.')).toBeVisible()
	await topic.getByRole('textbox', { name: 'Topic' }).fill('fee')
	await topic.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(topic.getByText('Topic must be at least 5 characters')).toBeVisible()
	await expectAccessible(page)
	await topic.getByRole('textbox', { name: 'Topic' }).fill('A witness who answers with questions')
	await topic.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(page.getByText('Topic submitted', { exact: true })).toBeVisible()
	await expect(card.getByText('A witness who answers with questions')).toBeVisible()
	await expect(card.getByRole('button', { name: 'Suggest a Topic' })).toHaveCount(0)
	await expectAccessible(page)

	await signInAs('admin')
	await page.goto('/coaching')
	await awake(page)
	await expect(card).toBeVisible()
	await expect(card.getByText('A witness who answers with questions')).toHaveCount(0)
	await page.goto('/admin/coaching')
	await awake(page)
	await row.getByRole('button', { name: 'View Submitted Topics' }).click()
	await expect(topics.getByText('A witness who answers with questions')).toBeVisible()
	await expect(topics.getByText('Marcus Oyelaran')).toBeVisible()
	await expectAccessible(page)
	await row.getByRole('button', { name: 'Hide Topics' }).click()
	await expect(topics).toHaveCount(0)
	await row.getByRole('button', { name: `Edit ${title}` }).click()
	const edit = page.getByRole('dialog', { name: 'Edit Session' })
	await expect(edit.getByLabel('Date and time')).toHaveValue(monday.atTwo)
	await edit.getByLabel('Description').fill('Short questions only.')
	await edit.getByRole('button', { name: 'Save Session' }).click()
	await expect(row.getByText('Short questions only.')).toBeVisible()
	await row.getByRole('button', { name: `Delete ${title}` }).click()
	const confirm = page.getByRole('alertdialog')
	await expect(confirm).toContainText(
		'Are you sure you want to delete this coaching session? This action cannot be undone and will also delete all submitted topics. An admin can restore it from Recently deleted for 30 days.',
	)
	await expectAccessible(page)
	await confirm.getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('Session deleted', { exact: true })).toBeVisible()
	await expect(row).toHaveCount(0)
})

test('a topic submitted in another tab is a conflict, and the screen then shows it', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/409/)
	await signInAs('member')
	const title = 'The first assistant'
	const other = await context.newPage()
	const cards = [page, other].map((tab) => tab.getByRole('listitem').filter({ hasText: title }))
	for (const tab of [page, other]) await tab.goto('/coaching')
	for (const tab of [page, other]) await awake(tab)
	for (const [index, tab] of [page, other].entries()) {
		await cards[index]?.getByRole('button', { name: 'Suggest a Topic' }).click()
		await tab.getByRole('textbox', { name: 'Topic' }).fill(`Given in tab ${index + 1}`)
	}
	await page.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(page.getByText('Topic submitted', { exact: true })).toBeVisible()
	await other.getByRole('button', { name: 'Submit Topic' }).click()
	await expect(other.getByRole('dialog').getByRole('alert')).toContainText(
		'You have already suggested a topic for this session',
	)
	await expect(other.getByRole('dialog').getByText('Given in tab 1')).toBeVisible()
	// Replacing is only offered after the existing topic was shown.
	await other.getByRole('button', { name: 'Replace My Topic' }).click()
	await expect(cards[1]?.getByText('Given in tab 2') as Locator).toBeVisible()
})

test('the calendar has a file for each session and a private URL that is shown once and can be revoked', async ({
	page,
	signInAs,
	playwright,
	baseURL,
}) => {
	await signInAs('member')
	await page.goto('/coaching')
	await awake(page)
	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: 'Add to calendar' }).first().click()
	expect((await download).suggestedFilename()).toMatch(/^coaching-\w+\.ics$/)

	await page.getByRole('button', { name: /my calendar|new private link/ }).click()
	const field = page.getByLabel('Your private link (shown once)')
	await expect(field).toHaveValue(/\/api\/calendar\/[\w-]{43}\.ics$/)
	await expectAccessible(page)
	const url = await field.inputValue()
	const calendar = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
	const answer = await calendar.get(url)
	expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
	expect(await answer.text()).toContain('BEGIN:VEVENT')
	await page.getByRole('button', { name: 'Revoke the link' }).click()
	await expect(page.getByText('Calendar link revoked', { exact: true })).toBeVisible()
	expect((await calendar.get(url)).status()).toBe(404)
	await calendar.dispose()
})

test('mail preferences are switches that save immediately', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/account/notifications')
	await awake(page)
	const mentions = page.getByRole('checkbox', { name: 'Mentions' })
	await expect(mentions).toBeChecked()
	await page.locator('astro-island:not([ssr])').first().waitFor()
	await mentions.uncheck()
	await expect(page.getByText('Preferences saved', { exact: true })).toBeVisible()
	await page.reload()
	await expect(mentions).not.toBeChecked()
	await expectAccessible(page)
	await page.locator('astro-island:not([ssr])').first().waitFor()
	await mentions.check()
	await expect(page.getByText('Preferences saved', { exact: true })).toBeVisible()
})

test('an invalid unsubscribe link shows an error to a visitor', async ({ page, allowProblem }) => {
	allowProblem(/404/)
	await page.goto('/unsubscribe/nobody')
	await awake(page)
	await expect(page.getByText('This link is no longer valid.')).toBeVisible()
	await expectAccessible(page)
})
