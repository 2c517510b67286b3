import type { Page } from 'playwright/test'
import type { Contract } from '#src/lib/contract.ts'
import { expect } from '../support/fixtures.ts'

// What many states are reached by.

/** The console's line about a refused call, which belongs to every state that shows a refusal. */
export const REFUSED = /status of [45]\d\d/

/** Answers the calls of a contract in place of the server, from now on. */
export async function answer(page: Page, contract: Contract, status: number, body = ''): Promise<void> {
	const path = contract.path.replaceAll(/:[A-Za-z]+/g, '*')
	await page.route(
		(url) => new RegExp(`^${path.replaceAll('*', '[^/]+')}$`).test(url.pathname),
		(route) =>
			route.request().method() === contract.method
				? route.fulfill({ status, contentType: body.startsWith('[') ? 'application/json' : 'text/plain', body })
				: route.fallback(),
	)
}

/** Answers with an error sentence of the contract. */
export const refuse = (page: Page, contract: Contract, [status, sentence]: readonly [number, string]) =>
	answer(page, contract, status, sentence)

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
