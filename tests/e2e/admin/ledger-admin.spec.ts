import type { Page } from 'playwright/test'
import type { Activity } from '#src/features/cle/admin-contract.ts'
import { type DuesClub, expectShown, startDuesClub } from '../support/dues/club.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { admitMember, checkRecord, completeSpoken, openMember } from '../support/ledger/club.ts'
import { send } from '../support/send.ts'

// Credit for a course: the owner accredits the course, sees who attended, and revokes a certificate.

let club: DuesClub
test.beforeAll(async () => {
	club = await startDuesClub()
})
test.afterAll(() => club.stop())

const dialog = (page: Page) => page.locator('dialog[open]')
const main = (page: Page) => page.getByRole('main')

async function open(page: Page, path: string): Promise<void> {
	await page.goto(path)
	await awake(page)
}

/** Fills in the provider's details, which certificates show. */
async function enterProvider(page: Page): Promise<void> {
	await open(page, '/admin')
	await page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link', { name: 'Credits' }).click()
	await page.getByRole('link', { name: 'Provider', exact: true }).click()
	await awake(page)
	await page.getByLabel('Name of the provider').fill('Second Chair Seminars')
	await page.getByLabel('Address').fill('1200 Main Street\nOakland, CA 94607')
	await page.getByLabel('Who signs').fill('Ruth Adeyemi')
	await page.getByLabel('California').fill('17777')
	await page.getByRole('button', { name: 'Save details' }).click()
	await expect(page.getByText('Details saved', { exact: true })).toBeVisible()
}

/** Creates an activity of the first course, accredited in California. */
async function addActivity(page: Page): Promise<void> {
	await open(page, '/admin/cle')
	await expect(page.getByText('No activities yet')).toBeVisible()
	await page.getByRole('button', { name: 'Add activity' }).click()
	const source = dialog(page).getByLabel('What gives credit')
	const course = dialog(page).locator('optgroup[label="Courses"] option').first()
	await source.selectOption((await course.getAttribute('value')) ?? '')
	await dialog(page).getByLabel('Minutes of instruction').fill('1')
	await dialog(page).getByLabel('Spoken codes').fill('oak7')
	await dialog(page).getByRole('button', { name: 'Add activity' }).click()
	await expect(dialog(page)).toHaveCount(0)
	await main(page).getByRole('table').getByRole('link').first().click()
	await awake(page)
	await page.getByRole('button', { name: 'Add accreditation' }).click()
	await dialog(page).getByLabel('Jurisdiction').selectOption({ label: 'California' })
	await dialog(page).getByLabel('Number that the board gave').fill('17777')
	await dialog(page).getByLabel('General', { exact: true }).fill('1.25')
	await dialog(page).getByLabel('First day').fill('2020-01-01')
	await dialog(page).getByRole('button', { name: 'Add accreditation' }).click()
	await expect(dialog(page)).toHaveCount(0)
	await expect(main(page).getByText('1.25 General')).toBeVisible()
}

test.describe.configure({ mode: 'serial' })

test('an owner accredits a course, sees who attended it, and revokes a certificate', async ({ browser }) => {
	const owner = await club.open(browser, { as: 'admin' })
	await enterProvider(owner)
	await addActivity(owner)
	await expectShown(owner, 'ledger-activity')

	const member = await openMember(club, browser)
	await admitMember(member)
	const [activity] = await send<Activity[]>(owner, 'GET', '/api/admin/cle/activities')
	if (!activity) throw new Error('No activity')
	const certificates = await completeSpoken(club, member, activity)
	const number = certificates.find(({ jurisdiction }) => jurisdiction === 'US-CA')?.number ?? ''

	const visitor = await club.open(browser)
	const { name } = await send<{ name: string }>(member, 'GET', '/api/user')
	const lastName = name.split(' ').at(-1) ?? ''
	await checkRecord(visitor, number, lastName, 'This record is valid')
	await expect(main(visitor).getByText('Second Chair Seminars')).toBeVisible()
	await checkRecord(visitor, number, 'Somebody', 'No record with this number and name')

	await open(owner, '/admin/cle/records')
	await expect(main(owner).getByText(/days left/)).toBeVisible()
	const saving = owner.waitForEvent('download')
	await main(owner).getByRole('link', { name: 'Save the archive as ZIP' }).click()
	expect((await saving).suggestedFilename()).toMatch(/^records-.*\.zip$/)
	await main(owner)
		.getByRole('button', { name: /^Mark as done/ })
		.click()
	await expect(main(owner).getByText('Done', { exact: true })).toBeVisible()

	await open(owner, '/admin/cle/attendance')
	await main(owner)
		.getByRole('link', { name: new RegExp(name) })
		.first()
		.click()
	await awake(owner)
	await expect(main(owner).getByRole('heading', { name: 'Frozen record' })).toBeVisible()
	const row = main(owner).getByRole('row', { name: /California/ })
	await row.getByRole('button', { name: /^More for/ }).click()
	await owner.getByRole('menuitem', { name: 'Revoke' }).click()
	await dialog(owner).getByLabel('Reason').fill('The codes were passed on')
	await dialog(owner).getByRole('button', { name: 'Revoke' }).click()
	await expect(dialog(owner)).toHaveCount(0)
	await expect(row.getByText('Revoked')).toBeVisible()
	await expectShown(owner, 'ledger-revoked')

	await checkRecord(visitor, number, lastName, 'This record was revoked. It is no longer valid.')
	const credits = await send<{ voided: { reason: string } | null; certificateNumber: string }[]>(
		member,
		'GET',
		'/api/cle/credits',
	)
	expect(credits.find(({ certificateNumber }) => certificateNumber === number)?.voided).toBeTruthy()
	expect(club.problems.filter((problem) => !problem.includes('404'))).toEqual([])
})

test('an owner corrects a number of the rules in a new version, and sees what changed', async ({ browser }) => {
	const owner = await club.open(browser, { as: 'admin' })
	await open(owner, '/admin/cle/rules')
	await main(owner).getByRole('link', { name: 'Texas' }).click()
	await awake(owner)
	await owner.getByRole('button', { name: 'Edit as a new version' }).click()
	const total = dialog(owner).getByLabel('All hours')
	await total.fill('sixteen')
	await expect(dialog(owner).getByText('Enter credits such as 1.5')).toBeVisible()
	await dialog(owner).getByRole('button', { name: 'Save version' }).click()
	const text = dialog(owner).getByRole('textbox', { name: 'Rules' })
	const problem = dialog(owner).getByText('requirements.experienced.0.credits: Enter a whole number')
	await expect(problem).toBeVisible()
	await text.fill('{')
	await expect(dialog(owner).getByText(/^Line 1 or the one before it is not JSON/)).toBeVisible()
	await expectAccessible(owner)
	// A reload restores the input.
	await owner.reload()
	await awake(owner)
	await owner.getByRole('button', { name: 'Edit as a new version' }).click()
	await expect(text).toBeVisible()
	await expect(text).toHaveValue('{')
	await dialog(owner).getByRole('button', { name: 'Cancel' }).click()

	await owner.getByRole('button', { name: 'Edit as a new version' }).click()
	await total.focus()
	await owner.keyboard.press('Control+A')
	await owner.keyboard.type('16')
	await owner.keyboard.press('Tab')
	await owner.keyboard.press('Space')
	await dialog(owner).getByLabel('Sources').fill('https://www.texasbar.com/mcle MCLE rules, article XII')
	await dialog(owner).getByLabel('How it was checked').selectOption({ label: 'Checked in the rule itself' })
	await expectShown(owner, 'ledger-rules-edit')
	await dialog(owner).getByRole('button', { name: 'Save version' }).click()
	await expect(dialog(owner)).toHaveCount(0)
	const version = main(owner).getByRole('region', { name: /^Version 2/ })
	await expect(version.getByText('In effect', { exact: true })).toBeVisible()
	const change = version.getByRole('row', { name: /requirements\.experienced\.total\.credits/ })
	await expect(change).toContainText('1500')
	await expect(change).toContainText('1600')
	await expect(version.getByRole('row', { name: /requirements\.experienced\.total\.confidence/ })).toContainText(
		'verified',
	)
	await expect(main(owner).getByRole('link', { name: /MCLE rules, article XII/ })).toBeVisible()
	await expectShown(owner, 'ledger-rules-changed')
	await open(owner, '/admin/cle/rules')
	await expect(main(owner).getByRole('row', { name: /Texas/ })).toContainText('2 of 2')
})
