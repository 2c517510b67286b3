import type { Page } from 'playwright/test'
import type { Certificate } from '#src/features/attendance/certificates-contract.ts'
import { type DuesClub, expectShown, startDuesClub } from '../support/dues/club.ts'
import { awake, expect, expectAccessible, open, test } from '../support/fixtures.ts'
import {
	accredit,
	addCourseActivity,
	checkRecord,
	completeSpoken,
	enterProvider,
	openMember,
} from '../support/ledger/club.ts'
import { chooseInMenu } from '../support/row-menu.ts'
import { send } from '../support/send.ts'

// The life of a certificate: issued later, issued again after a change of name, and revoked.

let club: DuesClub
test.beforeAll(async () => {
	club = await startDuesClub()
})
test.afterAll(() => club.stop())

const dialog = (page: Page) => page.locator('dialog[open]')
const main = (page: Page) => page.getByRole('main')

/** Enters a reason in the dialog and submits it, by keyboard. */
async function giveReason(page: Page, reason: string): Promise<void> {
	await expect(dialog(page).getByLabel('Reason')).toBeFocused()
	await page.keyboard.type(reason)
	await page.keyboard.press('Control+Enter')
	await expect(dialog(page)).toHaveCount(0)
}

const admit = (member: Page, admission: object) => send(member, 'POST', '/api/cle/admissions', admission)

/** Returns the number of the member's valid certificate in a jurisdiction. */
async function validNumber(member: Page, jurisdiction: string): Promise<string> {
	const all = await send<Certificate[]>(member, 'GET', '/api/certificates')
	return all.find((one) => one.jurisdiction === jurisdiction && one.revokedAt === null)?.number ?? ''
}

const inGroups = (number: string) => number.replaceAll(/.{4}(?=.)/g, '$& ')
/** Returns the row of a certificate. Other rows may contain its number as their replacement. */
const rowOf = (page: Page, number: string) => main(page).getByRole('row', { name: new RegExp(`^${inGroups(number)}`) })

test('an owner issues a certificate later, issues it again with a new name, and revokes it', async ({ browser }) => {
	test.slow()
	const owner = await club.open(browser, { as: 'admin' })
	await enterProvider(owner)
	const activity = await addCourseActivity(owner)
	await accredit(owner, activity)
	const member = await openMember(club, browser)
	await admit(member, { jurisdiction: 'US-NY', barNumber: '4455667', admittedOn: '2015-06-17', birthday: '1980-03-12' })
	await completeSpoken(club, member, activity)
	const first = await validNumber(member, 'US-NY')

	// Since then, the member has been admitted in California.
	await admit(member, { jurisdiction: 'US-CA', barNumber: '301122', admittedOn: '2018-03-15', groupNo: 2 })
	await open(owner, `/admin/cle/attendance?activity=${activity.id}`)
	await main(owner).getByRole('table').getByRole('link').first().click()
	await awake(owner)
	await main(owner).getByRole('button', { name: 'Issue certificate' }).focus()
	await owner.keyboard.press('Enter')
	await expect(dialog(owner).getByText('For California, with the credit.')).toBeVisible()
	await giveReason(owner, 'Admitted since')
	await expect(main(owner).getByRole('row', { name: /California/ })).toBeVisible()
	await expect(main(owner).getByRole('button', { name: 'Issue certificate' })).toHaveCount(0)

	await club.execute("update users set name = 'Marcus Okafor' where name = 'Marcus Oyelaran'")
	await open(owner, '/admin/cle/certificates')
	const row = rowOf(owner, first)
	await row.getByRole('button', { name: /^More for/ }).click()
	await owner.getByRole('menuitem', { name: 'Issue again' }).click()
	await expectAccessible(owner)
	await giveReason(owner, 'Name changed')
	const second = await validNumber(member, 'US-NY')
	expect(second).not.toBe(first)
	await expect(row).toContainText(`Issued again as ${inGroups(second)}`)
	await expect(rowOf(owner, second)).toContainText('Marcus Okafor')
	await expectShown(owner, 'ledger-reissued')

	const visitor = await club.open(browser)
	await checkRecord(visitor, second, 'Okafor', 'This record is valid')
	await checkRecord(visitor, first, 'Oyelaran', 'This record was revoked. It is no longer valid.')
	await checkRecord(visitor, second, 'Oyelaran', 'No record with this number and name')

	const california = await validNumber(member, 'US-CA')
	await open(owner, '/admin/cle/certificates')
	const revoked = rowOf(owner, california)
	await revoked.getByRole('button', { name: /^More for/ }).click()
	await owner.getByRole('menuitem', { name: 'Revoke' }).click()
	await giveReason(owner, 'The codes were passed on')
	await expect(revoked).toContainText('Revoked')
	await checkRecord(visitor, california, 'Oyelaran', 'The codes were passed on')

	await open(member, '/cle/certificates')
	const certificate = (number: string) => member.getByRole('listitem').filter({ hasText: inGroups(number) })
	await expect(certificate(first).first()).toContainText('Name changed')
	await expect(member.getByText(`Replaced by ${inGroups(second)}.`)).toBeVisible()
	await expect(certificate(california)).toContainText('Revoked: The codes were passed on')
	await expectShown(member, 'ledger-certificates-revoked')
	await open(member, '/cle/credits')
	const credits = member.getByRole('listitem').filter({ hasText: activity.title })
	await expect(credits.filter({ hasText: 'Void: The codes were passed on' })).toHaveCount(1)
	await expect(credits.filter({ hasNotText: 'Void' })).toHaveCount(1)
	await chooseInMenu(member, activity.title, 'Move to another cycle')
	await expect(dialog(member)).toBeVisible()
	expect(club.problems.filter((problem) => !problem.includes('404'))).toEqual([])
})
