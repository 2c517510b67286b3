import type { Page, Route } from 'playwright/test'
import { awake } from './fixtures.ts'
import { send } from './send.ts'

export const TEXT = 'A long and careful answer that took an hour to write.'
/** A question of two paragraphs. */
export const LONG =
	'I have asked three colleagues, and got four answers.\n\nTwo of them write everything into the first letter, one says it on the phone, and one does not say it at all and hopes. What do you do, and has it ever come back to you?'
/** Text that names a client. */
export const LEAK = 'My client, Harriet Volkov, calls from (602) 555-0143 about Case No. 1:23-cr-00417-JKL every night.'
/** Endpoint that lists and creates comments. */
export const comments = '**/api/questions/*/comments'

/** Posts a question as the signed-in member. @returns its id. */
export async function ask(
	page: Page,
	title = 'What can go wrong here?',
	body = 'Everything that can, and then some more.',
): Promise<string> {
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	return (await send<{ id: string }>(page, 'POST', '/api/questions', { title, body, categoryId: category?.id })).id
}

/** Posts a question and opens its page. @returns its id. */
export async function openQuestion(page: Page): Promise<string> {
	const id = await ask(page)
	await page.goto(`/questions/${id}`)
	await awake(page)
	return id
}

/** Applies `change` to POST requests only: the same path is read with GET. */
export const posts = (change: (route: Route) => Promise<void>) => (route: Route) =>
	route.request().method() === 'POST' ? change(route) : route.continue()
