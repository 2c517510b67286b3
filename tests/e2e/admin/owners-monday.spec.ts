import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Page } from 'playwright/test'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { applyAs, button, PASSWORD } from '../support/applying.ts'
import { become } from '../support/become.ts'
import { countEffort, sumOf } from '../support/effort.ts'
import { awake, expect, expectAccessible, openSession, test } from '../support/fixtures.ts'
import { expectWholeTables, messyList, writeInvitation } from '../support/list-of-people.ts'
import { send } from '../support/send.ts'
import { type OwnServer, startServer } from '../support/server.ts'

// One day of an owner who moves an existing club to this site, in one browser. Other people act in a second browser.

const DAY_MS = 24 * 60 * 60_000
const NASTY = 'Only a fool would ask that, and you bill like one.'

test.describe.configure({ mode: 'serial' })

const folder = mkdtempSync(join(tmpdir(), 'second-chair-monday-'))
const file = `file:${join(folder, 'club.db')}`
let smtp: Awaited<ReturnType<typeof startSmtp>>
let club: OwnServer
/** The owner's page, and the page that all other people use in turn. */
let page: Page
let other: Page
let effort: Awaited<ReturnType<typeof countEffort>>

test.beforeAll(async ({ browser }) => {
	smtp = await startSmtp()
	club = await startServer({ SEED_DEMO: 'true', SMTP_URL: smtp.url, DATABASE_URL: file })
	const owner = await browser.newContext({ baseURL: club.url, viewport: { width: 1440, height: 900 } })
	effort = await countEffort(owner)
	await openSession(owner, club.url, 'admin')
	page = await owner.newPage()
	other = await (await browser.newContext({ baseURL: club.url })).newPage()
})
test.afterAll(async () => {
	await page.context().close()
	await other.context().close()
	await club.stop()
	await smtp.close()
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function open(path: string): Promise<void> {
	await page.goto(path)
	await awake(page)
}

/** Opens a section by its link in the side bar. */
async function openSection(name: string | RegExp): Promise<void> {
	await page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link', { name }).click()
	await awake(page)
}

const emailOf = (name: string) => `${name}@monday.example.com`
const importRow = () => page.getByRole('region', { name: 'Lists of the last month' }).getByRole('row').nth(1)

/** Sets a password through the link of an invitation. */
async function accept(name: string): Promise<void> {
	const links = () => smtp.to(emailOf(name)).flatMap(({ text }) => /http\S+\/reset-password\S*/.exec(text)?.[0] ?? [])
	await expect.poll(() => links().length, { timeout: 60_000 }).toBe(1)
	await other.goto(links()[0] ?? '')
	await awake(other)
	await other.getByLabel('New Password', { exact: true }).fill(PASSWORD)
	await other.getByLabel('Confirm New Password').fill(PASSWORD)
	await other.getByRole('button', { name: 'Set password' }).click()
	await expect(other).not.toHaveURL(/reset-password/)
}

test("411 rows become 399 invitations in the owner's words, and 2 people accept", async () => {
	test.slow()
	await open('/admin/users')
	await button(page, 'Add people').click()
	await page.getByRole('link', { name: 'Invite a list' }).click()
	await awake(page)
	await page.getByLabel('Or paste the list').fill(messyList())
	await button(page, 'Check the list').click()
	await expect(page.getByText('399 new, 0 already members, 12 with errors')).toBeVisible()
	await expect(page.getByText(/133 people have a join date that we cannot read/)).toBeVisible()
	await writeInvitation(page)
	await button(page, 'Invite 399 people').click()
	await page
		.getByRole('alertdialog', { name: 'Invite 399 people?' })
		.getByRole('button', { name: 'Invite', exact: true })
		.click()
	await expect(importRow()).toContainText('0 of 399 have joined', { timeout: 60_000 })
	expect(sumOf(effort.take('399 invitations'))).toBeLessThanOrEqual(15)

	for (const name of ['P0', 'P1']) await accept(name)
	const [mail] = smtp.to(emailOf('P0'))
	expect(mail?.subject).toBe('Our circle has moved')
	expect(mail?.text).toContain('From Monday on we meet here.')
	await page.reload()
	await awake(page)
	await expect(importRow()).toContainText('2 of 399 have joined')
	await expect(importRow()).toContainText('Remind them from')
	await expect(importRow().getByRole('button', { name: /^Remind/ })).toHaveCount(0)
})

test('four days later the 397 others are reminded, once', async () => {
	const database = createClient({ url: file })
	await database.execute('pragma busy_timeout = 10000')
	await database.execute(`update users set invited_at = invited_at - ${4 * DAY_MS} where invited_at is not null`)
	database.close()
	await open('/admin')
	effort.reset()
	await openSection('Users')
	await expectWholeTables(page)
	await button(page, 'Add people').click()
	await page.getByRole('link', { name: 'Invite a list' }).click()
	await awake(page)
	await expectWholeTables(page)
	await importRow().getByRole('button', { name: 'Remind the 397 who have not' }).click()
	const question = page.getByRole('alertdialog', { name: 'Remind the 397 who have not joined?' })
	await expectAccessible(page)
	await question.getByRole('button', { name: 'Remind them' }).click()
	await expect(page.getByText('397 people will be reminded').first()).toBeVisible()
	await expect(importRow().getByRole('button', { name: /^Remind/ })).toHaveCount(0)
	// Three clicks for each person would be 1,191.
	expect(sumOf(effort.take('397 reminders'))).toBeLessThanOrEqual(6)

	const { csrfToken } = (await (await page.request.get('/api/csrf-token')).json()) as { csrfToken: string }
	const lists = await send<{ id: string }[]>(page, 'GET', '/api/admin/user-imports')
	const again = await page.request.post(`/api/admin/user-imports/${lists[0]?.id}/remind`, {
		data: {},
		headers: { [CSRF_HEADER]: csrfToken, Origin: club.url },
	})
	expect(again.status()).toBe(409)
	expect(await again.text()).toMatch(/They got an email in the last 4 days\. You can remind them from/)
	// Checking the same list again shows the state of each person.
	await page.getByLabel('Or paste the list').fill(messyList())
	await button(page, 'Check the list').click()
	await expect(page.getByText('0 new, 2 already members, 397 invited before, 12 with errors')).toBeVisible()

	await open('/admin/users?status=invited')
	await expect(page.getByLabel('Status').locator('option:checked')).toHaveText('Invited (397)')
	await page.getByLabel('Label').selectOption('Texas')
	await expect(page.getByRole('row').nth(1)).toContainText('Mar 4, 2019')
	await expectAccessible(page)
	await expectWholeTables(page)
	// A laptop's first screen shows at least fourteen people.
	const row = await page.getByRole('row').nth(14).boundingBox()
	expect((row?.y ?? 9_999) + (row?.height ?? 0)).toBeLessThanOrEqual(900)
})

test('seven applications are read and decided by keyboard', async () => {
	await other.context().clearCookies()
	for (let at = 1; at <= 7; at++) await applyAs(other, `Turn ${at}`, `turn.${at}@monday.example.com`)
	await open('/admin')
	effort.reset()
	await openSection(/^Applications/)
	const waiting = await page.getByRole('button', { name: /^Approve: / }).count()
	await button(page, 'Read one after another').press('Enter')
	const dialog = page.locator('dialog[open]')
	await expect(dialog).toContainText(new RegExp(`1 of ${waiting}.*NameTurn 7`))
	for (let at = 2; at <= 7; at++) await page.keyboard.press('j')
	await expect(dialog).toContainText(new RegExp(`7 of ${waiting}.*NameTurn 1.*Says Turn 1\\.`))
	for (let at = 6; at >= 1; at--) await page.keyboard.press('k')
	for (let left = waiting; left > waiting - 7; left--) {
		const isOut = left === waiting
		await page.keyboard.press(isOut ? 'r' : 'a')
		const decision = page.getByRole('alertdialog', { name: isOut ? 'Reject Application' : 'Approve Application' })
		await expect(decision.getByLabel(/^A sentence for the applicant/)).toBeFocused()
		await page.keyboard.press('Control+Enter')
		await expect(decision).toBeHidden()
		if (left > 1) await expect(dialog).toContainText(`1 of ${left - 1}`)
	}
	expect(sumOf(effort.take('7 applications'))).toBeLessThanOrEqual(30)
	await expect.poll(() => smtp.to('turn.7@monday.example.com').length).toBeGreaterThan(0)
	await expect.poll(() => smtp.to('turn.1@monday.example.com').length).toBeGreaterThan(0)
})

test('a nasty comment is reported by three members, hidden and restored', async () => {
	await become(other, emailOf('P0'), PASSWORD)
	const [category] = await send<{ id: string }[]>(other, 'GET', '/api/questions/categories')
	const { id } = await send<{ id: string }>(other, 'POST', '/api/questions', {
		...{ title: 'What do you charge for a first call?', body: 'And do you credit it against the fee later?' },
		categoryId: category?.id,
	})
	await become(other, emailOf('turn.1'), PASSWORD)
	const comment = await send<{ id: string }>(other, 'POST', `/api/questions/${id}/comments`, { body: NASTY })
	for (const name of ['P0', 'P1', 'turn.2']) {
		await become(other, emailOf(name), PASSWORD)
		await send(other, 'POST', `/api/posts/questionComment/${comment.id}/report`, { reason: 'rude' })
	}
	await other.goto(`/questions/${id}`)
	await expect(other.getByText('This comment is hidden.')).toBeVisible()
	await expect(other.getByText(NASTY)).toHaveCount(0)

	await open('/admin')
	effort.reset()
	await openSection('Moderation 1 waiting')
	const row = page.getByRole('region', { name: 'Reports' }).getByRole('row').filter({ hasText: NASTY })
	await expect(row).toContainText('Hidden')
	await row.getByRole('button', { name: /^Restore/ }).click()
	await expect(page.getByText('Post restored', { exact: true })).toBeVisible()
	await expect(page.getByText('No open reports')).toBeVisible()
	expect(sumOf(effort.take('a report'))).toBeLessThanOrEqual(3)
	await other.reload()
	await expect(other.getByText(NASTY)).toBeVisible()
})

test('one form plans a year of sessions, and moving one of them sends an email', async () => {
	const year = new Date().getFullYear() + 1
	const weekday = new Date(Date.UTC(year, 0, 5)).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' })
	await open('/admin')
	effort.reset()
	const posts: string[] = []
	page.on('request', (request) => {
		if (request.method() === 'POST' && request.url().includes('/coaching/')) posts.push(request.url())
	})
	await openSection('Coaching')
	await button(page, 'Create Session').click()
	const dialog = page.getByRole('dialog', { name: 'Create Session' })
	await dialog.getByLabel('Title').fill('Monthly call')
	await dialog.getByLabel('Zoom link').fill('https://zoom.example/j/9')
	await dialog.getByLabel('Date and time').fill(`${year}-01-05T14:00`)
	await dialog.getByLabel('Time zone').selectOption('America/New_York')
	await dialog.getByLabel('Repeats').selectOption(`Monthly on the first ${weekday}`)
	await expect(dialog.getByText('12 sessions, the last on December')).toBeVisible()
	await dialog.getByRole('button', { name: 'Create Session' }).click()
	await expect(dialog).toHaveCount(0)
	const done = effort.take("a year's calls")
	expect(posts).toHaveLength(1)
	// Twelve separate forms would take 60 fields, and a click each to open and to send.
	expect(sumOf(done)).toBeLessThanOrEqual(10)

	const second = page.getByRole('row').filter({ hasText: 'Monthly call' }).filter({ hasText: 'Series, 2 of 12' })
	await second.getByRole('button', { name: 'Edit Monthly call' }).click()
	const edit = page.getByRole('dialog', { name: 'Edit Session' })
	await edit.getByLabel('Date and time').fill(`${year}-02-12T14:00`)
	await edit.getByLabel(/^Tell members by email/).check()
	await edit.getByRole('button', { name: 'Save Session' }).click()
	await page.waitForURL('**/admin/mailings/*')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moved: Monthly call')
	await awake(page)
	await button(page, 'Send...').click()
	await page
		.getByRole('dialog')
		.getByRole('button', { name: /^Send to \d+ members$/ })
		.click()
	await expect
		.poll(() => smtp.to(emailOf('P0')).map(({ subject }) => subject), { timeout: 60_000 })
		.toContain('Moved: Monthly call')
	effort.take('a moved call and its mail')
})

test('a course with a video from a phone is published for members, and played', async () => {
	await open('/admin')
	effort.reset()
	await openSection('Courses')
	await button(page, 'Add Course').click()
	const dialog = page.getByRole('dialog', { name: 'Add Course' })
	await dialog.getByLabel('Title').fill('The first call')
	await dialog.getByLabel('Description').fill('How a call becomes a client, in an afternoon.')
	await dialog.getByLabel('Who can read it').selectOption('Members')
	await dialog.getByRole('button', { name: 'Create Course' }).click()
	await expect(page).toHaveURL(/\/modules$/)
	await awake(page)
	const course = /courses\/([^/]+)/.exec(page.url())?.[1]
	await button(page, 'Add Module').first().click()
	const form = page.getByRole('form', { name: 'New module' })
	await form.getByLabel('Title').fill('Hear a call')
	await form.getByLabel('Description').fill('What it is about, in one sentence.')
	await form.getByLabel('Type').selectOption('video')
	// The file's index is at its end, where phones write it.
	await form.locator('input[data-upload="video"]').setInputFiles({
		name: 'call.mp4',
		mimeType: 'video/mp4',
		buffer: await readFile('tests/fixtures/films/android-phone.mp4'),
	})
	await expect(form.getByRole('textbox', { name: 'Video link' })).toHaveValue(/call\.mp4$/)
	await form.getByRole('button', { name: 'Create Module' }).click()
	await expect(form).toHaveCount(0)
	await button(page, 'Publish').click()
	const publishDialog = page.getByRole('alertdialog', { name: 'Publish this course?' })
	await expect(publishDialog.getByLabel('Who can read it')).toHaveValue('members')
	await publishDialog.getByRole('button', { name: 'Publish' }).click()
	await expect(page.getByText('Members can now read the course.', { exact: true })).toBeVisible()
	expect(sumOf(effort.take('a course with a film'))).toBeLessThanOrEqual(16)

	await become(other, emailOf('P1'), PASSWORD)
	await send(other, 'POST', `/api/courses/${course}/enroll`)
	await other.goto(`/courses/${course}`)
	await awake(other)
	await other.getByRole('button', { name: 'Play video: Hear a call' }).click()
	const video = other.locator('video')
	await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0)
	expect(await video.evaluate(({ videoWidth }: HTMLVideoElement) => videoWidth)).toBeGreaterThan(0)
	await other.context().clearCookies()
	const visited = await (await other.request.get(`/courses/${course}`)).text()
	expect(visited).not.toContain('call.mp4')
})
