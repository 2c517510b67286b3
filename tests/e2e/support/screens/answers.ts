import type { Page, Route } from 'playwright/test'
import type { Contract } from '#src/lib/api/contract.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'

// Mocked responses, for states that the seed does not have.

async function mock(page: Page, { method, path }: Contract, handle: (route: Route) => Promise<void>): Promise<void> {
	const pattern = new RegExp(`^${path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`)
	await page.route(
		(url) => pattern.test(url.pathname),
		(route) => (route.request().method() === method ? handle(route) : route.fallback()),
	)
}

/** Mocks the responses of a contract from now on. */
export const answer = (page: Page, contract: Contract, reply: Parameters<Route['fulfill']>[0]) =>
	mock(page, contract, (route) => route.fulfill(reply))

/** Mocks an error of the contract. */
export const refuse = (page: Page, contract: Contract, [status, body]: readonly [number, string]) =>
	answer(page, contract, { status, body })

type Changed = Contract & { errors: { changed: readonly [number, string] } }

/** Rejects a change as the server does after `current` was saved elsewhere. */
export const saveMeanwhile = (page: Page, contract: Changed, current: object) =>
	answer(page, contract, {
		status: 409,
		contentType: PROBLEM_TYPE,
		body: JSON.stringify({ status: 409, detail: contract.errors.changed[1], current: { ...current, version: 1_000 } }),
	})

/** Never answers a contract's requests, so the pending state stays on the screen. */
export const hold = (page: Page, contract: Contract) => mock(page, contract, () => new Promise<void>(() => {}))
