import type { Page } from 'playwright/test'
import { expect } from './fixtures.ts'
import { originOf, send } from './send.ts'

/**
 * Publishes a course with these modules as the admin signed in on `page`. Waits until visitors get its page with all
 * modules, because publishing finishes after the responses.
 */
export async function publishCourse(page: Page, title: string, modules: readonly object[]): Promise<string> {
	const course = { title, description: 'What it says and when.', isPublished: true }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	for (const one of modules) await send(page, 'POST', `/api/courses/${id}/modules`, one)
	const url = new URL(`/courses/${id}`, await originOf(page))
	const html = async () => (await fetch(url)).text()
	await expect.poll(html).toContain(modules.length === 1 ? '1 module' : `${modules.length} modules`)
	return id
}
