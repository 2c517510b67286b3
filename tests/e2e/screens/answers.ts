import type { Page, Route } from 'playwright/test'

/** Answers a call in place of the server: for states that the demonstration is not in. */
export async function answer(page: Page, method: string, path: string, reply: Parameters<Route['fulfill']>[0]) {
	await page.route(
		(url) => new RegExp(`^${path}$`).test(url.pathname),
		(route) => (route.request().method() === method ? route.fulfill(reply) : route.fallback()),
	)
}

/** Lets a call wait for ever, so that what waits for it stays on the screen. */
export async function hold(page: Page, path: string) {
	await page.route(
		(url) => new RegExp(`^${path}$`).test(url.pathname),
		() => new Promise<void>(() => {}),
	)
}
