import { type BrowserContext, expect, type Page } from 'playwright/test'
import type { Mailing } from '#src/features/mailings/contract.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { awake, expectAccessible, openSession, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { type OwnServer, startServer } from '../support/server.ts'

/** Consecutive rejections after which a mailing stops (docs/product.md, Mail to members). */
const MAX_REJECTIONS = 20

// A mailing goes to every member, so each test has its own server.
let server: OwnServer
let context: BrowserContext
let page: Page

test.beforeEach(async ({ browser }) => {
	server = await startServer({ SEED_DEMO: 'true', MAILINGS_PER_MINUTE: '6000' })
	context = await browser.newContext({ baseURL: server.url })
	await openSession(context, server.url, 'admin')
	page = await context.newPage()
})
test.afterEach(async () => {
	await context.close()
	await server.stop()
})

const dialog = () => page.locator('dialog[open]')

async function startCourseMail(): Promise<void> {
	await page.goto('/admin/mailings')
	await awake(page)
	await page.getByRole('button', { name: 'Write an email' }).click()
	await dialog().getByLabel('What is it about?').selectOption('A new course')
	await dialog().getByRole('button', { name: 'Create draft' }).click()
	await page.waitForURL('**/admin/mailings/*')
	await awake(page)
}

for (const width of [390, 1440])
	test(`an admin emails all members about a new course and watches the progress at ${width} pixels`, async () => {
		await page.setViewportSize({ width, height: 900 })
		await startCourseMail()
		const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
		expect(title).toMatch(/^New course: /)
		await expect(page.getByText(/^\d+ members get it\.$/)).toBeVisible()
		await page.getByLabel('Subject').fill('A course for the winter')
		// Unsaved changes appear in the preview but cannot be sent.
		await expect(page.getByRole('button', { name: 'Send...' })).toBeDisabled()
		await page.getByRole('button', { name: 'Preview' }).click()
		await expect(dialog().getByRole('heading', { name: 'A course for the winter' })).toBeVisible()
		await expect(dialog().getByRole('link', { name: 'Stop emails with news from the club' })).toBeVisible()
		await expectAccessible(page)
		await dialog().getByRole('tab', { name: 'Plain text' }).click()
		await expect(dialog().getByText(/^A course for the winter\s+Hello /)).toBeVisible()
		await page.keyboard.press('Escape')
		await page.getByRole('button', { name: 'Save draft' }).click()
		await expect(page.getByText('All changes saved.')).toBeVisible()
		await page.getByRole('button', { name: 'Send to myself' }).click()
		await expect(page.getByText('Sent to yourself').first()).toBeVisible()
		await page.getByRole('button', { name: 'Send...' }).click()
		const confirm = dialog().getByRole('button', { name: /^Send to \d+ members$/ })
		const count = Number(/\d+/.exec((await confirm.textContent()) ?? '')?.[0])
		await expectAccessible(page)
		await confirm.click()
		await expect(page.getByText('This email has been sent to all recipients.')).toBeVisible({ timeout: 30_000 })
		await expect(page.locator('dt', { hasText: /^Sent$/ }).locator('+ dd')).toHaveText(String(count))
		await expectAccessible(page)
		await page.getByRole('link', { name: 'Back to Mail to Members' }).click()
		await expect(page.getByRole('row', { name: /A course for the winter/ })).toContainText(`${count} sent`)
		// At least the test email and an email to each recipient.
		const mails = await (await context.request.get('/dev/mail')).text()
		expect(mails.split('A course for the winter').length - 1).toBeGreaterThanOrEqual(count + 1)
	})

test('unscheduling a mailing turns it back into a draft', async () => {
	await startCourseMail()
	const id = new URL(page.url()).pathname.split('/').at(-1)
	const draft = (await (await context.request.get(`/api/admin/mailings/${id}`)).json()) as Mailing
	await send(page, 'PUT', `/api/admin/mailings/${id}`, {
		subject: draft.subject,
		content: draft.content,
		audience: 'all',
	})
	await page.reload()
	await awake(page)
	await page.getByRole('button', { name: 'Send...' }).click()
	await dialog().getByLabel('When').selectOption('Schedule')
	await dialog().getByLabel('Date and time').fill('2020-01-01T09:00')
	await dialog()
		.getByRole('button', { name: /^Schedule for/ })
		.click()
	await expect(dialog().getByText('Choose a time in the future')).toBeVisible()
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
	await dialog().getByLabel('Date and time').fill(`${tomorrow}T09:00`)
	await dialog()
		.getByRole('button', { name: /^Schedule for/ })
		.click()
	await expect(page.getByText(/^Goes out \w+ \d/)).toBeVisible()
	// The pressed button is removed, so the focus must move to the screen's content, not to the top of the page.
	await expect(page.locator('.admin-page')).toBeFocused()
	await page.getByRole('button', { name: 'Unschedule' }).click()
	await expect(page.getByLabel('Subject')).toHaveValue(draft.subject)
	await expect(page.locator('.admin-page')).toBeFocused()
})

test('a conflicting save of another admin is shown next to the unsaved text, and a reload loses nothing', async () => {
	await startCourseMail()
	const id = new URL(page.url()).pathname.split('/').at(-1)
	await page.getByLabel('Subject').fill('My own words')
	await page.reload()
	await awake(page)
	await expect(page.getByLabel('Subject')).toHaveValue('My own words')
	await send(page, 'PUT', `/api/admin/mailings/${id}`, {
		...{ subject: 'Words of another', content: '<p>We meet again.</p>', audience: 'all' },
	})
	await page.getByRole('button', { name: 'Save draft' }).click()
	await expect(page.getByRole('region', { name: /has changed/ })).toBeFocused()
	await expect(page.getByRole('form', { name: 'Mail' }).getByText('Words of another')).toBeVisible()
	await page.getByRole('button', { name: 'Save draft' }).click()
	await expect(page.getByText('All changes saved.')).toBeVisible()
	const saved = (await (await context.request.get(`/api/admin/mailings/${id}`)).json()) as Mailing
	expect(saved.subject).toBe('My own words')
})

test('a mailing stops with the reason if the mail server rejects it, and a button resumes it', async ({ browser }) => {
	let isRejecting = true
	const smtp = await startSmtp({
		refuse: () =>
			isRejecting ? Object.assign(new Error('Too busy, try again later'), { responseCode: 450 }) : undefined,
	})
	const other = await startServer({ SEED_DEMO: 'true', MAILINGS_PER_MINUTE: '6000', SMTP_URL: smtp.url })
	const adminContext = await browser.newContext({ baseURL: other.url })
	try {
		await openSession(adminContext, other.url, 'admin')
		const screen = await adminContext.newPage()
		// Add enough recipients to exceed the limit of consecutive rejections.
		for (let i = 0; i < MAX_REJECTIONS; i++)
			await send(screen, 'POST', '/api/admin/users', {
				...{ name: `Member ${i}`, email: `member${i}@example.com`, password: `a door of color ${i}` },
			})
		const draft = await send<Mailing>(screen, 'POST', '/api/admin/mailings', {})
		const fields = { subject: 'Email all', content: '<p>We meet again.</p>', audience: 'all' }
		const { version } = await send<Mailing>(screen, 'PUT', `/api/admin/mailings/${draft.id}`, fields)
		await send(screen, 'POST', `/api/admin/mailings/${draft.id}/send`, { version })
		await screen.goto(`/admin/mailings/${draft.id}`)
		await awake(screen)
		const resume = screen.getByRole('button', { name: 'Resume' })
		await expect(resume).toBeVisible({ timeout: 30_000 })
		await expect(screen.getByText(/Too busy, try again later/).first()).toBeVisible()
		await expectAccessible(screen)
		isRejecting = false
		await resume.focus()
		await screen.keyboard.press('Enter')
		await expect(resume).toBeHidden()
		// Rejected recipients are retried after some seconds.
		await expect(screen.getByText('This email has been sent to all recipients.')).toBeVisible({ timeout: 60_000 })
		const finished = (await (await adminContext.request.get(`/api/admin/mailings/${draft.id}`)).json()) as Mailing
		expect(finished).toMatchObject({ state: 'sent', failed: 0, sent: finished.expected })
		const recipients = smtp.mails.filter(({ subject }) => subject === fields.subject).flatMap(({ to }) => to)
		expect(recipients).toHaveLength(finished.expected)
		expect(new Set(recipients).size).toBe(recipients.length)
	} finally {
		await adminContext.close()
		await other.stop()
		await smtp.close()
	}
})
