import type { Page } from 'playwright/test'
import type { Session } from '#src/features/coaching/contract.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'

// The first Thursday of next September, at 2 PM in New York, where the clocks go back in November.
const year = new Date().getFullYear() + 1
const dayOf = (month: number) => 1 + ((4 - new Date(Date.UTC(year, month, 1)).getUTCDay() + 7) % 7)
const local = (month: number, day: number) =>
	`${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}T14:00`
const SEPTEMBER = 8
const OCTOBER = 9

const sessionsOf = async (page: Page, title: string) =>
	((await (await page.request.get('/api/coaching/sessions')).json()) as Session[]).filter((one) => one.title === title)
const hourIn = (scheduledAt: string) =>
	new Date(scheduledAt).toLocaleTimeString('en-US', {
		timeZone: 'America/New_York',
		hour: 'numeric',
		minute: '2-digit',
	})

for (const width of [390, 1440])
	test(`a monthly session for a year, one moved and the rest called off with their emails, at ${width} pixels`, async ({
		page,
		signInAs,
	}) => {
		const title = `Monthly call at ${width}`
		await page.setViewportSize({ width, height: 900 })
		await signInAs('admin')
		await page.goto('/admin/coaching')
		await awake(page)

		await test.step('twelve sessions from one form', async () => {
			await page.getByRole('button', { name: 'Create Session' }).click()
			const dialog = page.getByRole('dialog', { name: 'Create Session' })
			await dialog.getByLabel('Title').fill(title)
			await dialog.getByLabel('Zoom link').fill('https://zoom.example/j/9')
			await dialog.getByLabel('Date and time').fill(local(SEPTEMBER, dayOf(SEPTEMBER)))
			await dialog.getByLabel('Time zone').selectOption('America/New_York')
			await dialog.getByLabel('Repeats').selectOption('Monthly on the first Thursday')
			await expect(dialog.getByLabel('Sessions', { exact: true })).toHaveValue('12')
			await expect(dialog.getByText(`12 sessions, the last on August`)).toBeVisible()
			await dialog.getByText('All dates').press('Enter')
			await expect(dialog.getByRole('listitem')).toHaveCount(12)
			await expectAccessible(page)
			await dialog.getByLabel('Sessions', { exact: true }).fill('10000')
			await dialog.getByRole('button', { name: 'Create Session' }).click()
			await expect(dialog.getByText('A series can have 2 to 52 sessions').first()).toBeVisible()
			await dialog.getByLabel('Sessions', { exact: true }).fill('12')
			await dialog.getByLabel(/^Tell members by email/).press('Space')
			await dialog.getByLabel('Title').press('Control+Enter')
			await page.waitForURL('**/admin/mailings/*')
			await expect(page.getByRole('heading', { level: 1 })).toHaveText(`New session: ${title}`)
			const sessions = await sessionsOf(page, title)
			expect(sessions).toHaveLength(12)
			expect(new Set(sessions.map(({ scheduledAt }) => hourIn(scheduledAt)))).toEqual(new Set(['2:00 PM']))
			await expect(page.getByText('2:00 PM ET').first()).toBeVisible()
		})

		const row = (number: number) =>
			page
				.getByRole('row')
				.filter({ hasText: title })
				.filter({ hasText: `, ${number} of ` })

		await test.step('one is moved, with its mail', async () => {
			await page.goto('/admin/coaching')
			await awake(page)
			await expect(row(2)).toContainText('Series, 2 of 12')
			await row(2)
				.getByRole('button', { name: `Edit ${title}` })
				.click()
			const dialog = page.getByRole('dialog', { name: 'Edit Session' })
			await expect(dialog.getByLabel('Change', { exact: true })).toHaveValue('this')
			await expect(dialog.getByLabel(/^Tell members by email/)).toHaveCount(0)
			await dialog.getByLabel('Date and time').fill(local(OCTOBER, dayOf(OCTOBER) + 1))
			await dialog.getByLabel(/^Tell members by email/).check()
			await expectAccessible(page)
			await dialog.getByRole('button', { name: 'Save Session' }).click()
			await page.waitForURL('**/admin/mailings/*')
			await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Moved: ${title}`)
			await expect(page.getByText(`October ${dayOf(OCTOBER) + 1}`).first()).toBeVisible()
			await expect(page.getByRole('link', { name: 'Update it in your calendar' })).toBeVisible()
		})

		await test.step('the later ones change together', async () => {
			await page.goto('/admin/coaching')
			await awake(page)
			await row(3)
				.getByRole('button', { name: `Edit ${title}` })
				.click()
			const dialog = page.getByRole('dialog', { name: 'Edit Session' })
			await dialog.getByLabel('Change', { exact: true }).selectOption('This and the 9 following')
			await dialog.getByLabel('Zoom link').fill('https://zoom.example/j/new')
			await dialog.getByRole('button', { name: 'Save Session' }).click()
			await expect(dialog).toHaveCount(0)
			const links = (await sessionsOf(page, title)).map(({ zoomLink }) => zoomLink.split('/').at(-1))
			expect(links).toEqual(['9', '9', ...Array.from({ length: 10 }, () => 'new')])
		})

		await test.step('one is the pattern of another', async () => {
			await row(12)
				.getByRole('button', { name: `More for ${title}` })
				.focus()
			await page.keyboard.press('Enter')
			await page.keyboard.press('Enter')
			const dialog = page.getByRole('dialog', { name: 'Create Session' })
			await expect(dialog.getByLabel('Title')).toHaveValue(title)
			await expect(dialog.getByLabel('Zoom link')).toHaveValue('https://zoom.example/j/new')
			await dialog.getByRole('button', { name: 'Cancel' }).click()
			await expect(dialog).toHaveCount(0)
		})

		await test.step('the rest is called off, with its mail', async () => {
			await page.goto('/admin/coaching')
			await awake(page)
			await row(1)
				.getByRole('button', { name: `Delete ${title}` })
				.click()
			const confirm = page.getByRole('alertdialog')
			await confirm.getByLabel('Sessions to delete').selectOption('This and the 11 following')
			await confirm.getByLabel(/^Tell members by email/).check()
			await expectAccessible(page)
			await confirm.getByRole('button', { name: 'Delete' }).click()
			await page.waitForURL('**/admin/mailings/*')
			await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Called off: ${title}`)
			expect(await sessionsOf(page, title)).toEqual([])
			await page.goto('/admin/audit')
			for (const entry of ['Coaching session deleted', 'Coaching session moved', 'Coaching session planned'])
				await expect(page.getByRole('row').filter({ hasText: title }).filter({ hasText: entry }).first()).toBeVisible()
		})
	})
