import type { Page } from 'playwright/test'

/** Chooses from the menu of a row. @param of what the menu is read out with: a name, or what it begins with. */
export async function chooseInMenu(page: Page, of: string | RegExp, action: string): Promise<void> {
	const name = typeof of === 'string' ? `More for ${of}` : of
	await page.getByRole('button', { name, exact: true }).click()
	await page.getByRole('menuitem', { name: action, exact: true }).click()
}
