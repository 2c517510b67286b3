import type { Page } from 'playwright/test'
import { signOut } from './fixtures.ts'
import { send } from './send.ts'

/** Signs in as someone else, without the screen. A page that stays open would follow the other sign-in. */
export async function become(page: Page, email: string, password: string): Promise<void> {
	await page.goto('about:blank')
	await signOut(page.context())
	await send(page, 'POST', '/api/login', { email, password })
}
