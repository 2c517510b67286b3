import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright/test'
import { sampleAudio, samplePdf, samplePicture } from '#tests/support/media/media-samples.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { awake, expect, open, test } from '../support/fixtures.ts'
import { type OwnServer, startServer } from '../support/server.ts'

// A new club on an empty machine, set up by its owner in the browser alone: from the first start to a course with
// pictures, a worksheet and a video, a session, categories and three invited members.

const OWNER = { email: 'owner@club.example', password: 'four chairs in a row' }
const MEMBERS = ['Ada Whitfield', 'Ben Okafor', 'Cleo Duarte'].map((name) => ({
	name,
	email: `${name.split(' ')[0]?.toLowerCase()}@firm.example`,
}))
const PASSWORD = 'a lamp beside the window'
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\nGood morning\n'
const VIDEO = new URL('../../fixtures/videos/four-seconds.webm', import.meta.url)

let club: OwnServer
let smtp: Awaited<ReturnType<typeof startSmtp>>
const contexts: BrowserContext[] = []
const problems: string[] = []

test.beforeAll(async () => {
	const port = String(await freePort())
	const smtpPort = await freePort()
	smtp = await startSmtp({ port: smtpPort })
	// The settings that a first start in production needs according to the README, and a mail server.
	club = await startServer({
		NODE_ENV: 'production',
		PORT: port,
		PUBLIC_URL: `http://localhost:${port}`,
		SECRET_KEY: 'a secret that only this journey knows',
		ADMIN_EMAIL: OWNER.email,
		ADMIN_PASSWORD: OWNER.password,
		ADMIN_NAME: 'Olive Owner',
		SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
		SEED_DEMO: '',
		PODCAST_FEED_URL: '',
	})
})
test.afterAll(async () => {
	await Promise.all(contexts.map((context) => context.close()))
	await club.stop()
	await smtp.close()
})

/** Opens a browser without any state. */
async function newVisitor(browser: Browser): Promise<Page> {
	const context = await browser.newContext({ baseURL: club.url })
	contexts.push(context)
	context.on('weberror', (thrown) => void problems.push(String(thrown.error())))
	context.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text())
	})
	// A press on an element that never appears must fail.
	context.setDefaultTimeout(40_000)
	return context.newPage()
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
	await open(page, '/auth')
	await page.getByRole('textbox', { name: 'Email' }).fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(page).not.toHaveURL(/\/auth/)
}

const upload = (within: Locator, purpose: string, name: string, mimeType: string, buffer: Buffer) =>
	within.locator(`input[data-upload="${purpose}"]`).first().setInputFiles({ name, mimeType, buffer })

/** Follows a first step to its screen. */
async function followStep(page: Page, title: RegExp): Promise<void> {
	await open(page, '/admin')
	await step(page, title).getByRole('link').click()
	await awake(page)
}
const step = (page: Page, title: RegExp) =>
	page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({ hasText: title })

/** Waits for an email to this address whose text matches. @returns the newest match. */
const linkTo = async (email: string, pattern: RegExp): Promise<string> => {
	const find = () => smtp.to(email).flatMap(({ text }) => pattern.exec(text)?.[0] ?? [])
	await expect.poll(() => find().length, { timeout: 90_000 }).toBeGreaterThan(0)
	return find().at(-1) ?? ''
}

async function confirmMailWorks(page: Page): Promise<void> {
	await open(page, '/admin')
	await step(page, /^Email works/)
		.getByRole('button', { name: 'Send me the email' })
		.click()
	await page.goto(await linkTo(OWNER.email, /http\S+\/auth\?next=\S+/))
	await expect(page.getByText('The email arrived. Your club can send email.')).toBeVisible()
}

async function chooseTheme(page: Page): Promise<void> {
	await followStep(page, /^Name and look are set/)
	const section = (name: string) => page.getByRole('region', { name })
	await section('The club').getByLabel('Name').fill('Lone Star Bench')
	await section('Look').getByLabel('Button color', { exact: true }).fill('#6e1f2b')
	await upload(section('Look'), 'picture', 'logo.png', 'image/png', await samplePicture(256, 256))
	await expect(section('Look').getByRole('textbox', { name: 'Logo' })).toHaveValue(/\/media\/.*logo\.webp$/)
	await page.getByRole('button', { name: 'Save settings' }).click()
	await expect(page.getByText('All changes saved.')).toBeVisible()
	await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'People' }).click()
	await awake(page)
	await section('Host and teachers').getByLabel("Host's name").fill('Olive Owner')
	await page.getByRole('button', { name: 'Save settings' }).click()
	await expect(page.getByText('All changes saved.')).toBeVisible()
}

async function addCategory(page: Page): Promise<void> {
	// A new club starts with some categories.
	await open(page, '/admin/categories')
	await page.getByRole('button', { name: 'Add Category' }).first().click()
	const dialog = page.getByRole('dialog', { name: 'Add Category' })
	await dialog.getByLabel('Name').fill('Courtroom and trial')
	await dialog.getByRole('button', { name: 'Save Category' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(page.getByText('Courtroom and trial').first()).toBeVisible()
}

/** Opens the form of a new module and fills in the fields that all modules have. */
async function openModuleForm(page: Page, title: string): Promise<Locator> {
	await page.getByRole('button', { name: 'Add Module' }).first().click()
	const form = page.getByRole('form', { name: 'New module' })
	await form.getByLabel('Title').fill(title)
	await form.getByLabel('Description').fill('What it is about, in one sentence.')
	await form.getByRole('textbox', { name: 'Content' }).click()
	await page.keyboard.type('Say the fee in the first call, and write it down.')
	return form
}

/** Creates and publishes the course with its two modules. @returns its URL. */
async function writeCourse(page: Page): Promise<string> {
	await followStep(page, /^A course is published/)
	await page.getByRole('button', { name: 'Add Course' }).first().click()
	const dialog = page.getByRole('dialog', { name: 'Add Course' })
	await dialog.getByLabel('Title').fill('The first call')
	await dialog.getByLabel('Description').fill('How a call becomes a client, in an afternoon.')
	await upload(dialog, 'picture', 'cover.jpg', 'image/jpeg', await samplePicture(1200, 675))
	await expect(dialog.getByLabel(/^Image URL/)).toHaveValue(/cover\.webp$/)
	await dialog.getByRole('button', { name: 'Create Course' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'The first call' })).toBeVisible()
	await page.getByRole('link', { name: 'Modules', exact: true }).first().click()
	await expect(page).toHaveURL(/\/modules$/)
	await awake(page)

	const reading = await openModuleForm(page, 'Say the fee')
	await reading
		.getByRole('toolbar', { name: 'Formatting' })
		.getByRole('button', { name: 'Picture', exact: true })
		.click()
	const panel = reading.getByRole('dialog', { name: 'Picture' })
	await panel
		.getByLabel('Picture from this device')
		.setInputFiles({ name: 'desk.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(640, 400) })
	await expect(panel.getByLabel('Picture address')).toHaveValue(/desk\.webp$/)
	await panel.getByLabel('Alternative text').fill('A desk with two chairs')
	await panel.getByRole('button', { name: 'Add picture' }).click()
	await upload(reading, 'worksheet', 'fee_agreement.pdf', 'application/pdf', samplePdf)
	await expect(reading.getByLabel('Name of file 1')).toHaveValue('Fee agreement')
	await upload(reading, 'worksheet', 'opening_words.mp3', 'audio/mpeg', sampleAudio({ seconds: 4 }))
	await expect(reading.getByLabel('Name of file 2')).toHaveValue('Opening words')
	await reading.getByRole('button', { name: 'Create Module' }).click()
	await expect(reading).toHaveCount(0)

	const watching = await openModuleForm(page, 'Hear a call')
	await watching.getByLabel('Type').selectOption('video')
	await upload(watching, 'video', 'call.webm', 'video/webm', await readFile(VIDEO))
	await expect(watching.getByRole('textbox', { name: 'Video link' })).toHaveValue(/call\.webm$/)
	await upload(watching, 'captions', 'call.vtt', 'text/vtt', Buffer.from(CAPTIONS))
	await expect(watching.getByRole('textbox', { name: /^Captions/ })).toHaveValue(/call\.vtt$/)
	await watching.getByRole('button', { name: 'Create Module' }).click()
	await expect(watching).toHaveCount(0)

	await page.getByRole('button', { name: 'Publish', exact: true }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
	const view = page.getByRole('link', { name: 'View page' })
	await expect(view).toBeVisible()
	return (await view.getAttribute('href')) ?? ''
}

async function planSession(page: Page): Promise<void> {
	await followStep(page, /^A coaching session is planned/)
	await page.getByRole('button', { name: 'Create Session' }).first().click()
	const dialog = page.getByRole('dialog', { name: 'Create Session' })
	await dialog.getByLabel('Title').fill('Pricing, together')
	await dialog.getByLabel('Date and time').fill('2090-03-01T18:00')
	await dialog.getByLabel('Zoom link').fill('https://zoom.example/j/1')
	await dialog.getByRole('button', { name: 'Create Session' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(page.getByText('Pricing, together').first()).toBeVisible()
}

async function inviteMembers(page: Page): Promise<void> {
	await open(page, '/admin/users')
	await page.getByRole('button', { name: 'Add people' }).click()
	await page.getByRole('link', { name: 'Invite a list' }).click()
	await awake(page)
	const lines = ['Name,Email', ...MEMBERS.map(({ name, email }) => `${name},${email}`)]
	await page.getByLabel('Or paste the list').fill(lines.join('\n'))
	await page.getByRole('button', { name: 'Check the list' }).click()
	await page.getByRole('button', { name: 'Invite 3 people' }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Invite', exact: true }).click()
	await expect(page.getByRole('region', { name: 'Lists of the last month' }).getByRole('row').nth(1)).toContainText(
		'Done',
	)
}

/** Sets a password through the link in the email and signs in with it. */
async function join(page: Page, { email }: { email: string }): Promise<void> {
	await page.goto(await linkTo(email, /http\S+\/reset-password\S*/))
	await awake(page)
	await expect(page.getByText(/invites you to Lone Star Bench/)).toBeVisible()
	await page.getByLabel('New Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm New Password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Set password' }).click()
	await expect(page).not.toHaveURL(/reset-password/)
	await signIn(page, { email, password: PASSWORD })
}

/**
 * Enrolls, sees the picture, plays the audio and the captioned video, and downloads the worksheet.
 * @returns the worksheet's URL.
 */
async function takeCourse(page: Page, href: string): Promise<string> {
	await open(page, href)
	await page.getByRole('button', { name: 'Enroll in Course' }).first().click()
	await expect(page.getByText('0/2 complete').first()).toBeVisible()
	await expect(page.getByRole('img', { name: 'A desk with two chairs' })).toHaveJSProperty('naturalWidth', 640)
	await expect(page.getByRole('link', { name: /^Opening words MP3, 0:04,/ })).toBeVisible()
	const audio = page.getByLabel('Play Opening words')
	await audio.evaluate((audio: HTMLAudioElement) => audio.play())
	await expect.poll(() => audio.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
	const sheet = page.getByRole('link', { name: /^Fee agreement/ })
	const [download] = await Promise.all([page.waitForEvent('download'), sheet.click()])
	expect(download.suggestedFilename()).toBe('fee_agreement.pdf')
	expect((await readFile(await download.path())).equals(samplePdf)).toBe(true)
	await page.getByRole('button', { name: 'Play video: Hear a call' }).click()
	const video = page.locator('video')
	await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
	expect(await video.evaluate(({ textTracks }: HTMLVideoElement) => textTracks[0]?.mode)).toBe('showing')
	return (await sheet.getAttribute('href')) ?? ''
}

test('a new owner gets from the first start to learning members using only the browser', async ({ browser }) => {
	test.slow()
	const owner = await newVisitor(browser)
	await signIn(owner, OWNER)
	await confirmMailWorks(owner)
	await chooseTheme(owner)
	await addCategory(owner)
	const course = await writeCourse(owner)
	await planSession(owner)
	await inviteMembers(owner)
	await open(owner, '/admin')
	for (const done of [/^Email works/, /^Name and look/, /^Questions have/, /^A course is/, /^A coaching session/])
		await expect(step(owner, done)).toContainText('done')

	const [first, second, third] = await Promise.all(MEMBERS.map(() => newVisitor(browser)))
	if (!first || !second || !third) throw new Error('three members')
	for (const [at, page] of [first, second, third].entries()) await join(page, MEMBERS[at] ?? { email: '' })
	const worksheet = await takeCourse(first, course)
	await open(second, '/coaching')
	await expect(second.getByText('Pricing, together').first()).toBeVisible()
	await open(third, '/questions')
	await expect(third.getByText('Courtroom and trial').first()).toBeAttached()

	expect(problems).toEqual([])
	// Neither a member who is not enrolled nor a visitor can download the worksheet.
	expect((await second.request.get(worksheet)).status()).toBe(404)
	const stranger = await newVisitor(browser)
	expect((await stranger.request.get(worksheet)).status()).toBe(401)
	await stranger.goto(course)
	await expect(stranger).toHaveTitle(/Lone Star Bench/)
	await stranger.getByRole('link', { name: /^Fee agreement/ }).click()
	await expect(stranger).toHaveURL(/\/auth\?next=/)
})
