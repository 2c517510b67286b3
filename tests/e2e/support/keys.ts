import type { Locator, Page } from 'playwright/test'

/** Maximum number of Tab presses through a whole page. */
const MAX_PRESSES = 150

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	for (let presses = 0; presses < MAX_PRESSES; presses++) {
		await page.keyboard.press('Tab')
		if (await target.evaluate((element) => element === document.activeElement)) return
	}
	throw new Error(`Tab does not reach ${target}`)
}

/** Moves the focus to the target with Tab, and presses a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.press(key)
}
