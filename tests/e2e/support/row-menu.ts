import type { Page } from 'playwright/test'

/** Chooses an action in a row's menu. @param of the row's name, or a pattern for the name of the menu button. */
export async function chooseInMenu(page: Page, of: string | RegExp, action: string): Promise<void> {
	const name = typeof of === 'string' ? `More for ${of}` : of
	await page.getByRole('button', { name, exact: true }).click()
	await page.getByRole('menuitem', { name: action, exact: true }).click()
}
