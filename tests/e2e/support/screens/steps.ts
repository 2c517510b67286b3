import type { Page } from 'playwright/test'
import { expect } from '../fixtures.ts'

// Steps that many states share.

/** Console error of a rejected request, expected in every state that shows one. */
export const REFUSED = /status of [45]\d\d/

export const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' })

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Fills fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
	for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** Presses a button and waits for text. */
export async function press(page: Page, name: string | RegExp, says: string | RegExp): Promise<void> {
	await button(page, name).first().click()
	await expect(page.getByText(says).first()).toBeVisible()
}

/** Opens a dialog by its button, waits for it and runs `then`. */
export const dialog = (name: string | RegExp, then?: (page: Page) => Promise<unknown>) => async (page: Page) => {
	await button(page, name).first().click()
	await expect(page.locator('dialog[open]')).toBeVisible()
	await then?.(page)
}

/** Returns a button of the open dialog. */
export const inDialog = (page: Page, name: string) =>
	page.locator('dialog[open]').getByRole('button', { name, exact: true })

/** Waits for an error in the open dialog. */
export const says = (page: Page, sentence: string) =>
	expect(page.locator('dialog[open]').getByRole('alert').filter({ hasText: sentence })).toBeVisible()

/** Selects a tab. */
export const tab = (name: RegExp) => async (page: Page) => {
	await page.getByRole('tab', { name }).click()
	await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}
