import type { Page } from 'playwright/test'
import { button } from './applying.ts'
import { expect, expectAccessible } from './fixtures.ts'

/** Returns 411 rows as another program exports them: 399 people to invite, and 12 rows with errors. */
export function messyList(): string {
	const people = Array.from({ length: 399 }, (_, at) => {
		const name = at % 7 === 0 ? `"Person, ${at}"` : `  Person  ${at} `
		return `${name},P${at}@monday.example.com ,${at % 3 ? '3/4/2019' : 'n/a'},${at % 2 ? 'Founder; Texas' : ''},Annual,subscribed`
	})
	const faults = Array.from({ length: 12 }, (_, at) =>
		[
			`Twice ${at},p${at}@monday.example.com,,,,subscribed`,
			`Nothing ${at},,,,,subscribed`,
			`Odd ${at},not an address,,,,subscribed`,
			`Gone ${at},gone${at}@monday.example.com,,,,unsubscribed`,
		].at(at % 4),
	)
	return `My circle,,,,,\nFull name,E-mail,Joined,Tags,Plan,Status\n${[...people, ...faults].join('\n')}\n`
}

/** Expects that no table is wider than its card, which would hide the actions at its end. */
export const expectWholeTables = async (page: Page) =>
	expect(
		await page
			.locator('.card:has(> .table)')
			.evaluateAll((cards) => cards.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
	).toEqual([0])

/** Writes, previews, tests and saves the invitation for 399 people. */
export async function writeInvitation(page: Page): Promise<void> {
	await page.getByLabel('Subject').fill('Our circle has moved')
	await page.getByLabel('First paragraph').fill('From Monday on we meet here.')
	await expect(page.getByText('Save the invitation first')).toBeVisible()
	await expect(button(page, 'Invite 399 people')).toBeDisabled()
	await button(page, 'Preview').click()
	const preview = page.getByRole('dialog', { name: 'Preview' })
	await expect(preview).toContainText('Our circle has moved')
	await expect(preview).toContainText('From Monday on we meet here.')
	await expectAccessible(page)
	await page.keyboard.press('Escape')
	await button(page, 'Send to myself').click()
	await expect(page.getByText(/It is on its way to/).first()).toBeVisible()
	await button(page, 'Save the invitation').click()
	await expect(page.getByText('Save the invitation first')).toHaveCount(0)
}
