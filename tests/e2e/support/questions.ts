import type { Page, Route } from 'playwright/test'
import { awake } from './fixtures.ts'
import { send } from './send.ts'

/** A long text. */
export const TEXT = 'A long and careful answer that took an hour to write.'
/** Endpoint that lists and creates comments. */
export const comments = '**/api/questions/*/comments'

/** Posts a question as the signed-in member. @returns its id. */
export async function ask(page: Page, title = 'What can go wrong here?'): Promise<string> {
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const body = 'Everything that can, and then some more.'
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
