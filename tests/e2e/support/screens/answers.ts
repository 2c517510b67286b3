import type { Page, Route } from 'playwright/test'
import type { Contract } from '#src/lib/api/contract.ts'

// What stands in for the server, for states that the demonstration is not in.

async function take(page: Page, { method, path }: Contract, handle: (route: Route) => Promise<void>): Promise<void> {
	const pattern = new RegExp(`^${path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`)
	await page.route(
		(url) => pattern.test(url.pathname),
		(route) => (route.request().method() === method ? handle(route) : route.fallback()),
	)
}

/** Answers the calls of a contract in place of the server, from now on. */
export const answer = (page: Page, contract: Contract, reply: Parameters<Route['fulfill']>[0]) =>
	take(page, contract, (route) => route.fulfill(reply))

/** Answers with an error sentence of the contract. */
export const refuse = (page: Page, contract: Contract, [status, body]: readonly [number, string]) =>
	answer(page, contract, { status, body })

/** Lets the calls of a contract wait for ever, so that what waits for them stays on the screen. */
export const hold = (page: Page, contract: Contract) => take(page, contract, () => new Promise<void>(() => {}))
