import type { Page } from 'playwright/test'
import type { User } from '#src/features/users/contract.ts'
import { PASSWORD } from '../applying.ts'
import type { FilledForm } from '../failing-form.ts'
import { awake, type Role } from '../fixtures.ts'
import { send } from '../send.ts'

// Types and helpers for the functions that open admin forms.

interface Context {
	page: Page
	/** Unique to the test; part of every name that it creates. */
	word: string
	signInAs(role: Role): Promise<void>
}

/** Creates the form's data and opens the form. An admin is signed in. */
export type Opens = (context: Context) => Promise<FilledForm>

export const NEXT_YEAR = new Date().getFullYear() + 1
export const TEXT = { description: 'What it is about, in a line.', content: '<p>Read this first.</p>' }

export async function go(page: Page, path: string): Promise<void> {
	await page.goto(path)
	await awake(page)
}
export const dialog = (page: Page) => page.locator('dialog[open]')
export const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

/** Creates a record through its endpoint. */
export const make = <T extends { id: string }>(page: Page, path: string, data: object) =>
	send<T>(page, 'POST', path, data)
export const remove = (page: Page, path: string) => send(page, 'DELETE', path)

export const makeCourse = (page: Page, word: string) =>
	make(page, '/api/courses', { title: `Course ${word}`, description: 'What it says and when.' })
/** Deletes courses whose titles contain this word: other tests count courses. */
export async function removeCourses(page: Page, word: string): Promise<void> {
	const all = await send<Array<{ id: string; title: string }>>(page, 'GET', '/api/courses?limit=100')
	for (const { id, title } of all) if (title.includes(word)) await remove(page, `/api/courses/${id}`)
}

export const makeMember = (page: Page, word: string) =>
	make<User>(page, '/api/admin/users', {
		...{ name: `Imani ${word}`, email: `imani.${word}@example.com` },
		...{ role: 'regular', password: PASSWORD },
	})
/** Deletes accounts whose email addresses contain this word. */
export async function removeMembers(page: Page, word: string): Promise<void> {
	for (const { id } of await send<User[]>(page, 'GET', `/api/admin/users?search=${word}`))
		await remove(page, `/api/admin/users/${id}`)
}
