import type { Page } from 'playwright/test'
import { expect } from '../fixtures.ts'

// What many states are reached by.

/** The console's line about a refused call, which belongs to every state that shows a refusal. */
export const REFUSED = /status of [45]\d\d/

export const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' })

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Fills fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
	for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** Presses a button and waits for what the screen says then. */
export async function press(page: Page, name: string | RegExp, says: string | RegExp): Promise<void> {
	await button(page, name).first().click()
	await expect(page.getByText(says).first()).toBeVisible()
}

/** Opens a dialog by a button, waits for it, and does the rest. */
export const dialog = (name: string | RegExp, then?: (page: Page) => Promise<unknown>) => async (page: Page) => {
	await button(page, name).first().click()
	await expect(page.locator('dialog[open]')).toBeVisible()
	await then?.(page)
}

/** A button of the dialog that is open. */
export const inDialog = (page: Page, name: string) =>
	page.locator('dialog[open]').getByRole('button', { name, exact: true })

/** Waits for what the open dialog says went wrong. */
export const says = (page: Page, sentence: string) =>
	expect(page.locator('dialog[open]').getByRole('alert').filter({ hasText: sentence })).toBeVisible()

/** Chooses a tab. */
export const tab = (name: RegExp) => async (page: Page) => {
	await page.getByRole('tab', { name }).click()
	await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}
