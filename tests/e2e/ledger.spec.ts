import type { Page } from 'playwright/test'
import type { RuleVersion } from '#src/features/cle/admin-contract.ts'
import { newId } from '#src/lib/ids.ts'
import { type DuesClub, expectShown, startDuesClub } from './support/dues/club.ts'
import { expect, expectAccessible, open, test } from './support/fixtures.ts'
import { publishCourse } from './support/publish-course.ts'
import { button } from './support/screens/steps.ts'
import { send } from './support/send.ts'

// A member admitted in New York: the ledger, a recording for credit by keyboard alone, and a live session.

const MEMBER = 'Marcus Oyelaran'
const LAST_NAME = 'Oyelaran'

let club: DuesClub
test.beforeAll(async () => {
	club = await startDuesClub()
})
test.afterAll(() => club.stop())
test.describe.configure({ mode: 'serial' })

const dialog = (page: Page) => page.locator('dialog[open]')

interface TypedCredit {
	title: string
	category: string
	credits: string
}

/** Logs a programme on the credits screen. */
async function logCredit(page: Page, { title, category, credits }: TypedCredit): Promise<void> {
	await button(page, 'Add a credit').click()
	const form = dialog(page)
	await form.getByLabel('Title').fill(title)
	await form.getByLabel('Provider').fill('New York City Bar')
	await form.getByRole('combobox', { name: 'Category' }).selectOption({ label: category })
	await form.getByLabel(/^Credits/).fill(credits)
	await form.getByRole('button', { name: 'Add credit' }).click()
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
}

test('a member adds an admission and logs credits until nothing is missing', async ({ browser }) => {
	test.slow()
	const page = await club.open(browser, { as: 'member' })
	await open(page, '/cle')
	await page.getByRole('link', { name: 'Add an admission' }).click()
	const form = dialog(page)
	await form.getByRole('combobox', { name: 'Jurisdiction' }).selectOption({ label: 'New York' })
	await form.getByLabel('Date of admission').fill('2015-06-17')
	await form.getByLabel('Birthday').fill('1980-03-12')
	await form.getByRole('button', { name: 'Add admission' }).click()
	await expect(page.getByRole('heading', { name: 'New York' })).toBeVisible()

	await open(page, '/cle')
	const card = page.getByRole('article', { name: /^New York/ })
	await expect(card.getByText('24 credits are missing.')).toBeVisible()
	await expect(card.getByText(/^Rules of New York, checked .* Confirm with the board\.$/)).toBeVisible()

	await open(page, '/cle/credits')
	await logCredit(page, { title: 'Escrow, step by step', category: 'Areas of professional practice', credits: '18' })
	await logCredit(page, { title: 'Fees that hold', category: 'Ethics and professionalism', credits: '4' })
	await logCredit(page, {
		...{ title: 'Who is in the room', credits: '1' },
		category: 'Diversity, inclusion and elimination of bias',
	})
	await logCredit(page, { title: 'A safe inbox', category: 'Cybersecurity, general', credits: '1' })
	await expect(page.getByText('Self-reported, not accredited')).toHaveCount(4)
	await expectAccessible(page)

	await open(page, '/cle')
	await expect(card.getByText('Nothing is missing for this cycle.')).toBeVisible()
	await expect(card.getByText(/is missing|are missing/)).toHaveCount(1)
	await expectShown(page, 'ledger-complete')
	expect(club.problems).toEqual([])
})

/** Returns a silent recording of this length. It is a WAV file, which browsers play whatever its name. */
function silence(seconds: number): Buffer {
	const RATE = 8_000
	const head = Buffer.alloc(44)
	head.write('RIFF')
	head.writeUInt32LE(36 + seconds * RATE, 4)
	head.write('WAVEfmt ', 8)
	head.writeUInt32LE(16, 16)
	// PCM, one channel.
	head.writeUInt16LE(1, 20)
	head.writeUInt16LE(1, 22)
	head.writeUInt32LE(RATE, 24)
	head.writeUInt32LE(RATE, 28)
	head.writeUInt16LE(1, 32)
	head.writeUInt16LE(8, 34)
	head.write('data', 36)
	head.writeUInt32LE(seconds * RATE, 40)
	return Buffer.concat([head, Buffer.alloc(seconds * RATE, 128)])
}

const TITLE = 'Two minutes on fees'

/** Requires a code each minute, and offers a two-minute recording for credit, as the owner. */
async function offerRecording(owner: Page): Promise<string> {
	const [newest] = await send<RuleVersion[]>(owner, 'GET', '/api/admin/cle/rules/US-NY')
	if (!newest) throw new Error('No rules of New York')
	const { rules } = newest
	await send(owner, 'POST', '/api/admin/cle/rules', {
		...{ ...rules, version: rules.version + 1 },
		verification: { ...rules.verification, codesEveryMinutes: 1 },
	})
	const module = {
		...{ title: TITLE, description: 'What to watch.', content: '<p>Watch this with care.</p>', type: 'video' },
		additionalContent: { videoUrl: '/videos/two-minutes.mp4' },
	}
	const course = await publishCourse(owner, 'Fees in two minutes', [module])
	const [createdModule] = await send<{ id: string }[]>(owner, 'GET', `/api/courses/${course}/modules`)
	const activity = await send<{ id: string }>(owner, 'POST', '/api/admin/cle/activities', {
		...{ kind: 'module', refId: createdModule?.id, title: TITLE, minutes: 2, format: 'recorded' },
	})
	await send(owner, 'POST', `/api/admin/cle/activities/${activity.id}/accreditations`, {
		...{ jurisdiction: 'US-NY', number: 'NY-2026-118', credits: { ethics: 50 }, formats: ['recorded'] },
		...{ validFrom: '2026-01-01', validTo: null, transitional: false },
	})
	return course
}

/** Enters the displayed code by keyboard, and resumes playback. */
async function enterCode(page: Page): Promise<void> {
	const code = (await dialog(page).locator('.attendance-code').textContent()) ?? ''
	await expect(dialog(page).getByLabel('Code')).toBeFocused()
	await page.keyboard.type(code.toLowerCase())
	await page.keyboard.press('Enter')
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.locator('video')).toBeFocused()
	await page.keyboard.press('Space')
	await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
}

test('a member watches a recording by keyboard alone, and gets a certificate that anyone can check', async ({
	browser,
}) => {
	test.setTimeout(600_000)
	const owner = await club.open(browser, { as: 'admin' })
	const course = await offerRecording(owner)
	const page = await club.open(browser, { as: 'member' })
	await page.route('**/videos/two-minutes.mp4', (route) =>
		route.fulfill({ contentType: 'audio/wav', body: silence(120) }),
	)
	await open(page, `/courses/${course}`)
	await expect(page.getByText('For credit', { exact: true })).toBeVisible()
	const attendance = page.getByRole('region', { name: 'Attendance for credit' })
	await expect(attendance).toContainText('2 minutes. Accredited in New York.')
	await button(page, 'Start attendance').focus()
	await page.keyboard.press('Enter')
	await expect(attendance).toContainText('0 of 2 minutes confirmed.')
	await button(page, `Play video: ${TITLE}`).focus()
	await page.keyboard.press('Enter')
	const pledge = attendance.getByText(`I, ${MEMBER}, took part in the whole of this programme.`)
	let codes = 0
	while (true) {
		await expect(dialog(page).or(pledge).first()).toBeVisible({ timeout: 150_000 })
		if (await pledge.isVisible()) break
		codes++
		if (codes === 1) await expectShown(page, 'attendance-code-real')
		await enterCode(page)
		await expect(attendance).toContainText(`Code ${codes} of ${codes} entered.`)
	}
	expect(codes).toBe(2)
	await expectAccessible(page)
	await attendance.getByLabel('Your name').focus()
	await page.keyboard.type(MEMBER)
	await page.keyboard.press('Enter')
	const certificate = attendance.getByRole('link', { name: /^Certificate/ })
	await expect(certificate).toBeVisible()
	const file = (await certificate.getAttribute('href')) ?? ''
	const pdf = await page.request.get(file)
	expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])

	await button(page, 'Evaluate this programme').focus()
	await page.keyboard.press('Enter')
	for (const question of await dialog(page).getByRole('group').all())
		await question.getByLabel('Agree', { exact: true }).check()
	await dialog(page).getByRole('button', { name: 'Send answers' }).click()
	await expect(dialog(page)).toHaveCount(0)
	await expect(button(page, 'Evaluate this programme')).toHaveCount(0)

	await open(page, '/cle/certificates')
	await expect(page.getByText(TITLE)).toBeVisible()
	await expectShown(page, 'ledger-certificates')
	await open(page, '/cle/credits')
	const credit = page.getByRole('listitem').filter({ hasText: TITLE })
	await expect(credit).toContainText('0.5 credits')
	await expect(credit).not.toContainText('Self-reported')

	const visitor = await club.open(browser)
	await open(visitor, `/verify?number=${file.split('/').at(-2)}`)
	await visitor.getByLabel('Last name').fill(LAST_NAME)
	await button(visitor, 'Check the record').click()
	await expect(visitor.getByText('This record is valid')).toBeVisible()
	await expect(visitor.getByText(TITLE)).toBeVisible()
	expect(club.problems).toEqual([])
})

const HOUR_MS = 3_600_000

test('a member checks in to a session, enters the spoken code, and gets a certificate', async ({ browser }) => {
	test.slow()
	const owner = await club.open(browser, { as: 'admin' })
	const title = 'Ethics hour'
	const session = await send<{ id: string }>(owner, 'POST', '/api/coaching/sessions', {
		...{ title, description: null, zoomLink: 'https://zoom.us/j/1', durationMinutes: 60, timeZone: 'UTC' },
		...{ scheduledAt: new Date(Date.now() + 300_000).toISOString(), idempotencyKey: newId() },
	})
	await send(owner, 'POST', '/api/admin/cle/activities', {
		...{ kind: 'session', refId: session.id, title, minutes: 60, format: 'online', spokenCodes: ['ELM42'] },
	})
	const page = await club.open(browser, { as: 'member' })
	await open(page, '/coaching')
	const attendance = page.locator(`#session-${session.id}`).getByRole('region', { name: 'Attendance for credit' })
	await attendance.getByRole('button', { name: 'Check in' }).click()
	await expect(attendance).toContainText('You checked in at')
	await attendance.getByLabel('Spoken code').fill('OAK11')
	await attendance.getByRole('button', { name: 'Enter code' }).click()
	await expect(attendance.getByRole('alert')).toContainText('That is not a code for this programme')
	await attendance.getByLabel('Spoken code').fill('elm 42')
	await attendance.getByRole('button', { name: 'Enter code' }).click()
	await expect(attendance).toContainText('1 spoken code entered.')
	await expectShown(page, 'attendance-session-real')

	// Simulate that the hour has passed.
	const startedAt = Date.now() - HOUR_MS - 60_000
	await club.execute('update coaching_sessions set scheduled_at = ? where id = ?', [String(startedAt), session.id])
	await club.execute(
		"update attendances set live = json_set(live, '$.checkedInAt', cast(? as integer)) where activity_id = (select id from cle_activities where ref_id = ?)",
		[String(startedAt - 60_000), session.id],
	)
	await open(page, '/coaching')
	await page.getByText(/^Past sessions/).click()
	await attendance.getByLabel('Your name').fill(MEMBER)
	await attendance.getByRole('button', { name: 'Finish and get credit' }).click()
	await expect(attendance.getByRole('link', { name: /^Certificate/ })).toBeVisible()
	await open(page, '/cle/certificates')
	await expect(page.getByText(title)).toBeVisible()
	expect(club.problems.filter((problem) => !problem.includes('400'))).toEqual([])
})
