import type { Page } from 'playwright/test'
import { signOut } from './fixtures.ts'
import { send } from './send.ts'

/** Signs in with another account, without the screen. Leaves the page first: it would react to the new sign-in. */
export async function become(page: Page, email: string, password: string): Promise<void> {
	await page.goto('about:blank')
	await signOut(page.context())
	await send(page, 'POST', '/api/login', { email, password })
}
