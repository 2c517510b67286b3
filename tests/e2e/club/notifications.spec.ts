import type { Browser, Page } from 'playwright/test'
import { demoAccounts } from '#src/app/seed/accounts.ts'
import type { ReceivedMail } from '#tests/support/servers/smtp.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { awake, test as base, expect } from '../support/fixtures.ts'
import { checkScreen } from '../support/screens/check-screen.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'
import { PHONE } from '../support/slow-line.ts'

interface Fixtures {
	smtp: Awaited<ReturnType<typeof startSmtp>>
}

/** Playwright's `test` with a separate server and mail server. */
const test = base.extend<Fixtures>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the braces
	smtp: async ({}, use) => {
		const smtp = await startSmtp()
		await use(smtp)
		await smtp.close()
	},
	baseURL: async ({ smtp }, use) => {
		const server = await startServer({ SEED_DEMO: 'true', SMTP_URL: smtp.url })
		await use(server.url)
		await server.stop()
	},
})
test.use({ viewport: PHONE })
// The job that sends reminders runs once a minute.
test.describe.configure({ timeout: 400_000 })

const { admin, member } = demoAccounts
const TITLE = 'Which fee did you regret the most?'
const OTHER = 'And which one are you proud of?'

/** Returns an email's header with folded lines joined. */
const headersOf = ({ raw }: ReceivedMail) => raw.slice(0, raw.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ')
const linkIn = (mail: ReceivedMail, path: string) =>
	new RegExp(`http://localhost:\\d+${path}[\\w/-]+`).exec(mail.text)?.[0] ?? ''
const stopLink = (mail: ReceivedMail) => /^List-Unsubscribe: <([^>]+)>$/m.exec(headersOf(mail))?.[1] ?? ''

async function post(page: Page, comment: string): Promise<void> {
	await page.getByLabel('Your comment').fill(comment)
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByText(comment)).toBeVisible()
	await expect(page.getByLabel('Your comment')).toHaveValue('')
}

/** Renders an email as a mail client does. */
async function checkMail(browser: Browser, name: string, mail: ReceivedMail): Promise<void> {
	const context = await browser.newContext()
	const page = await context.newPage()
	await page.setContent(mail.html)
	await checkScreen(page, { name }, { isMail: true })
	await context.close()
}

/** Creates a session that begins in twenty hours, through the screen. */
async function announceSession(page: Page, title: string): Promise<void> {
	await page.goto('/admin/coaching')
	await awake(page)
	await page.getByRole('button', { name: 'Create Session' }).click()
	const dialog = page.getByRole('dialog', { name: 'Create Session' })
	await dialog.getByLabel('Title').fill(title)
	await dialog.getByLabel('Zoom link').fill('https://zoom.example/j/77')
	const soon = new Date(Date.now() + 20 * 60 * 60_000).toISOString().slice(0, 16)
	await dialog.getByLabel('Date and time').fill(soon)
	await dialog.getByLabel('Time zone').selectOption('UTC')
	await dialog.getByRole('button', { name: 'Create Session' }).click()
	await expect(page.getByText('Session created', { exact: true })).toBeVisible()
}

test('emails about a mention, comments and a session arrive, link to them and stop with one click', async ({
	page,
	signInAs,
	smtp,
	browser,
	baseURL,
}) => {
	const waitForMail = async (to: string, subject: string | RegExp) => {
		const find = () => smtp.to(to).find((mail) => mail.subject.match(subject))
		await expect.poll(() => find()?.subject, { timeout: 150_000 }).toBeTruthy()
		return find() as ReceivedMail
	}
	await signInAs('admin')
	await announceSession(page, 'Fees, once more')

	await signInAs('member')
	await page.goto('/questions/new')
	await page.getByLabel('Category').selectOption({ label: 'Ethics' })
	await page.getByLabel('Title').fill(TITLE)
	await page.getByLabel('Question Details').fill('I would like to hear it from @ruth before I set mine.')
	await page.getByRole('button', { name: 'Post Question' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
	const url = page.url()
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const other = { title: OTHER, body: 'It may be small or large, or none.', categoryId: category?.id }
	const { id: otherId } = await send<{ id: string }>(page, 'POST', '/api/questions', other)

	// The mention's email and its link.
	const mention = await waitForMail(admin.email, `Marcus Oyelaran mentioned you: ${TITLE}`)
	expect(mention.text).toContain('I would like to hear it from @ruth')
	expect(mention.html).toContain('I would like to hear it from @ruth')
	expect(linkIn(mention, '/questions/')).toBe(url)
	expect(headersOf(mention)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
	await signInAs('admin')
	await page.goto(linkIn(mention, '/questions/'))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
	await expect(page.locator('.mention')).toHaveText('@ruth')

	// Comments, and the one email that the author gets about them.
	await post(page, 'The flat one, for work that was not flat.')
	const news = await waitForMail(member.email, new RegExp(`new comments?: ${TITLE.replace('?', '\\?')}`))
	expect(news.text).toContain('The flat one, for work that was not flat.')
	expect(linkIn(news, '/questions/')).toBe(url)
	expect(headersOf(news)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)

	// Comments in quick succession are one email: posted concurrently, so the job cannot run between them.
	const comments = ['The first one I asked for.', 'The one for my neighbor.', 'All of them, by now.']
	await Promise.all(comments.map((body) => send(page, 'POST', `/api/questions/${otherId}/comments`, { body })))
	const batch = await waitForMail(member.email, `3 new comments: ${OTHER}`)
	for (const body of comments) expect(batch.text).toContain(body)
	expect(linkIn(batch, '/questions/')).toBe(`${baseURL}/questions/${otherId}`)

	// One-click unsubscribe as a mail client sends it: a form without cookie, origin or token.
	const stranger = await browser.newContext({ baseURL: baseURL ?? '' })
	const response = await stranger.request.post(stopLink(news), { form: { 'List-Unsubscribe': 'One-Click' } })
	expect([response.status(), await response.text()]).toEqual([200, `You will no longer get emails about “${TITLE}”`])
	await post(page, 'And the one that I never sent.')

	// The link in the footer asks for confirmation, and works signed out.
	const visitor = await stranger.newPage()
	await visitor.goto(linkIn(mention, '/unsubscribe/'))
	await awake(visitor)
	await checkScreen(visitor, { name: 'unsubscribe-ask' })
	await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
	await expect(
		visitor.getByRole('status').filter({ hasText: 'You will no longer get emails about mentions.' }),
	).toBeFocused()
	await checkScreen(visitor, { name: 'unsubscribe-done' })
	await checkMail(browser, 'mail-mention', mention)
	await checkMail(browser, 'mail-comments', news)
	await stranger.close()
	await page.goto('/account/notifications')
	await expect(page.getByRole('checkbox', { name: 'Mentions' })).not.toBeChecked()

	// The author edits; the question is locked; a message replaces the form.
	await signInAs('member')
	await page.goto(url)
	await awake(page)
	await expect(page.getByRole('button', { name: 'Muted', exact: true })).toHaveAttribute('aria-pressed', 'true')
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Question Details').fill('I would like to hear it from @ruth and from all of you.')
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByText('Question updated', { exact: true })).toBeVisible()
	await expect(page.getByText('from all of you')).toBeVisible()
	await signInAs('admin')
	await page.goto(url)
	await awake(page)
	await page.getByRole('button', { name: 'Lock', exact: true }).click()
	await expect(page.getByText('This question is locked and cannot receive new comments.')).toBeVisible()
	await expect(page.getByLabel('Your comment')).toHaveCount(0)

	// Members get a reminder the day before a session.
	const reminder = await waitForMail(member.email, 'Coaching soon: Fees, once more')
	expect(reminder.text).toContain('https://zoom.example/j/77')
	expect(reminder.text).toContain(`${baseURL}/coaching`)
	expect(stopLink(reminder)).toContain('/api/unsubscribe/')
	await checkMail(browser, 'mail-reminder', reminder)

	// One email per cause: no second mention for the edit, none for the muted question.
	const toAdmin = smtp.to(admin.email).map(({ subject }) => subject)
	expect(toAdmin.filter((subject) => subject.includes('mentioned you'))).toHaveLength(1)
	const toMember = smtp.to(member.email).map(({ subject }) => subject)
	expect(toMember.filter((subject) => subject.includes('new comment'))).toHaveLength(2)
})
