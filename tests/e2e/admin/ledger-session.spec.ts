import type { Page } from 'playwright/test'
import { newId } from '#src/lib/ids.ts'
import { type DuesClub, expectShown, startDuesClub } from '../support/dues/club.ts'
import { expect, expectAccessible, open, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

// A live session for credit: it is moved after a check-in, and the owner imports the platform's list of participants
// and reads evaluations.

const MEMBER = 'Marcus Oyelaran'
const TITLE = 'Ethics hour'
const MINUTE_MS = 60_000

let club: DuesClub
test.beforeAll(async () => {
	club = await startDuesClub()
})
test.afterAll(() => club.stop())
test.describe.configure({ mode: 'serial' })

const dialog = (page: Page) => page.locator('dialog[open]')
const main = (page: Page) => page.getByRole('main')

interface Session {
	id: string
	activity: string
	/** Moves the start of the session to this many minutes from now. */
	moveTo: (minutes: number) => Promise<void>
	/** Sets the time of the check-in to this many minutes from now. */
	setCheckIn: (minutes: number) => Promise<void>
}

/** Plans an hour-long session that begins in five minutes, and offers it for credit, as the owner. */
async function planSession(owner: Page): Promise<Session> {
	const inMinutes = (minutes: number) => Date.now() + minutes * MINUTE_MS
	const { id } = await send<{ id: string }>(owner, 'POST', '/api/coaching/sessions', {
		...{ title: TITLE, description: null, zoomLink: 'https://zoom.us/j/1', durationMinutes: 60, timeZone: 'UTC' },
		...{ scheduledAt: new Date(inMinutes(5)).toISOString(), idempotencyKey: newId() },
	})
	const activity = await send<{ id: string }>(owner, 'POST', '/api/admin/cle/activities', {
		...{ kind: 'session', refId: id, title: TITLE, minutes: 60, format: 'online', spokenCodes: ['ELM42'] },
	})
	return {
		...{ id, activity: activity.id },
		moveTo: (minutes) =>
			club.execute('update coaching_sessions set scheduled_at = ? where id = ?', [String(inMinutes(minutes)), id]),
		setCheckIn: (minutes) =>
			club.execute(
				"update attendances set live = json_set(live, '$.checkedInAt', cast(? as integer)) where activity_id = ?",
				[...[String(inMinutes(minutes)), activity.id]],
			),
	}
}

const PARTICIPANTS = [
	'Name (Original Name),User Email,Duration (Minutes)',
	'Marcus,MEMBER,59',
	'Somebody else,somebody@example.com,60',
	'A phone,,60',
	'Dana,dana@example.com,all of it',
].join('\n')

/** Imports a list of participants on the attendance page. */
async function importList(owner: Page, text: string): Promise<void> {
	await owner
		.getByLabel('CSV file')
		.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

test('a moved session requires a new check-in, and its list import reports skipped rows', async ({ browser }) => {
	test.slow()
	const owner = await club.open(browser, { as: 'admin' })
	const session = await planSession(owner)
	const page = await club.open(browser, { as: 'member' })
	const strip = page.locator(`#session-${session.id}`).getByRole('region', { name: 'Attendance for credit' })
	const checkIn = strip.getByRole('button', { name: 'Check in' })
	await open(page, '/coaching')
	await checkIn.click()
	await expect(strip).toContainText('You checked in at')

	await session.moveTo(120)
	await open(page, '/coaching')
	await expect(strip).toContainText('The session was moved after you checked in, so that check-in does not count.')
	await expect(strip).toContainText('Check-in opens 10 minutes before the session.')
	await expect(checkIn).toHaveCount(0)
	await session.moveTo(5)
	await session.setCheckIn(-60)
	await open(page, '/coaching')
	await expectShown(page, 'attendance-session-moved')
	await checkIn.focus()
	await page.keyboard.press('Enter')
	await expect(strip).toContainText('You checked in at')
	await expect(checkIn).toHaveCount(0)

	// Simulate that the hour has passed.
	await session.moveTo(-61)
	await session.setCheckIn(-62)
	const { email } = await send<{ email: string }>(page, 'GET', '/api/user')
	await open(owner, `/admin/cle/attendance?activity=${session.activity}`)
	await importList(owner, PARTICIPANTS.replace('MEMBER', email.toUpperCase()))
	await expect(main(owner).getByText('The minutes of 1 member were saved.')).toBeVisible()
	await expect(main(owner).getByText('No active member has these addresses: somebody@example.com.')).toBeVisible()
	await expect(main(owner).getByRole('listitem').filter({ hasText: 'Line 4: A phone, 60' })).toBeVisible()
	await expect(main(owner).getByRole('listitem').filter({ hasText: 'Line 5: Dana, dana@example.com' })).toBeVisible()
	await expectShown(owner, 'ledger-participants')

	await open(page, '/coaching')
	await page.getByText(/^Past sessions/).click()
	await strip.getByLabel('Your name').fill(MEMBER)
	await page.keyboard.press('Enter')
	await expect(strip.getByRole('link', { name: /^Certificate/ })).toBeVisible()
	await importList(owner, PARTICIPANTS.replace('MEMBER', email))
	await expect(main(owner).getByText(`Already complete or refused, so nothing was changed: ${MEMBER}.`)).toBeVisible()
	expect(club.problems).toEqual([])
})

test('a member answers the evaluation by keyboard, and the owner reads its results', async ({ browser }) => {
	const page = await club.open(browser, { as: 'member' })
	await open(page, '/coaching')
	await page.getByText(/^Past sessions/).click()
	await page.getByRole('button', { name: 'Evaluate this programme' }).focus()
	await page.keyboard.press('Enter')
	await dialog(page).getByRole('button', { name: 'Send answers' }).focus()
	await page.keyboard.press('Enter')
	await expect(dialog(page).getByText('Choose an answer to each question').first()).toBeVisible()
	await expectAccessible(page)
	const questions = dialog(page).getByRole('group')
	for (const question of await questions.all()) {
		await question.getByLabel('Agree strongly', { exact: true }).focus()
		await page.keyboard.press('ArrowRight')
		await expect(question.getByLabel('Agree', { exact: true })).toBeChecked()
	}
	// The last question: from the middle of the scale to its end.
	for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight')
	await expect(questions.last().getByLabel('Disagree strongly')).toBeChecked()
	await dialog(page).getByLabel('Anything else').fill('The room was cold.')
	await dialog(page).getByRole('button', { name: 'Send answers' }).click()
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Evaluate this programme' })).toHaveCount(0)

	const owner = await club.open(browser, { as: 'admin' })
	await open(owner, '/admin/cle/records')
	const evaluation = main(owner).getByRole('region', { name: 'Evaluations' })
	await expect(evaluation.getByText(/^1 answer, from 1/)).toBeVisible()
	const averages = (await evaluation.getByRole('definition').allTextContents()).join(' ')
	expect(averages).toBe('4.0 4.0 4.0 4.0 1.0')
	await expect(evaluation.getByText('The room was cold.')).toBeVisible()
	await expect(evaluation.getByText(MEMBER)).toHaveCount(0)
	await expectShown(owner, 'ledger-evaluations')
	expect(club.problems).toEqual([])
})
