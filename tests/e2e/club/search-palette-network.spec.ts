import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { chosen, dialog, field } from '../support/palette.ts'

/** Delays search responses until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
	let open = () => {}
	const opened = new Promise<void>((resolve) => {
		open = resolve
	})
	await page.route('**/api/search?*', async (route) => {
		await opened
		// The page may have navigated or aborted the request.
		await route.continue().catch(() => undefined)
	})
	return open
}

test('Enter before a response opens all results of the new query', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/dashboard')
	const release = await holdAnswers(page)
	await page.keyboard.press('Control+k')
	await expect(chosen(page)).toHaveText('Ask a question')
	await page.keyboard.type('intake')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/search?q=intake')
	release()
})

test('a slow response shows a message, and a late one does not replace a newer one', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/dashboard')
	await page.keyboard.press('Control+k')
	await expect(field(page)).toBeFocused()
	const release = await holdAnswers(page)
	await page.keyboard.type('intake')
	await expect(dialog(page).getByRole('status')).toHaveText('Searching…')
	await field(page).fill('')
	await expect(chosen(page)).toHaveText('Ask a question')
	release()
	// The delayed response is for an older query, so it is discarded.
	await field(page).fill('xylophonists')
	await expect(dialog(page).getByRole('status')).toHaveText('No results')
	await expect(dialog(page).getByRole('option')).toHaveText(['Ask the club: "xylophonists"', 'Open the search page'])
})

test('the palette reports being offline and searches once the network is back', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/ERR_INTERNET_DISCONNECTED/)
	await signInAs('member')
	await page.goto('/dashboard')
	await page.keyboard.press('Control+k')
	await expect(field(page)).toBeFocused()
	await context.setOffline(true)
	await page.keyboard.type('intake')
	await expect(dialog(page).getByRole('status')).toHaveText('The search failed. Please try again.')
	await context.setOffline(false)
	await page.keyboard.type(' ')
	await page.keyboard.press('Backspace')
	await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results?$/)
})

test('a member with an expired session learns that only public content is found', async ({
	page,
	context,
	signInAs,
}) => {
	await signInAs('member')
	await page.goto('/dashboard')
	await page.keyboard.press('Control+k')
	await expect(field(page)).toBeFocused()
	await context.clearCookies({ name: /session/ })
	await page.keyboard.type('intake')
	await expect(dialog(page).getByRole('status')).toHaveText(
		/^You have been signed out, so you only see public results\. \d+ results?$/,
	)
	await page.keyboard.press('Escape')
	await expect(page.getByText('You have been signed out. Sign in again')).toBeVisible()
})

test('the button opens the search page when the palette cannot be loaded', async ({ page, allowProblem }) => {
	allowProblem(/SearchKeys|Failed to load/)
	await page.route(/SearchKeys/, (route) => route.abort())
	await page.goto('/courses')
	await page.getByRole('button', { name: 'Search', exact: true }).click()
	await expect(page).toHaveURL('/search')
})
