import type { Page } from 'playwright/test'

/** Chooses an action in a row's menu. @param of the menu's accessible name, or its start. */
export async function chooseInMenu(page: Page, of: string | RegExp, action: string): Promise<void> {
	const name = typeof of === 'string' ? `More for ${of}` : of
	await page.getByRole('button', { name, exact: true }).click()
	await page.getByRole('menuitem', { name: action, exact: true }).click()
}
