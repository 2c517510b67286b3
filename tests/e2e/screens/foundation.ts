import { expect } from '../support/fixtures.ts'
import type { Screen } from '../support/screens/screen.ts'

/** Home, sign-in and error pages. */
export const foundationScreens: readonly Screen[] = [
	{ name: 'home-visitor', path: '/' },
	{ name: 'home-member', as: 'member', path: '/' },
	{
		name: 'home-menu-open',
		path: '/',
		windowOnly: true,
		async reach(page) {
			await page.setViewportSize({ width: 390, height: 844 })
			await page.getByRole('button', { name: /menu/i }).click()
			await expect(
				page.getByRole('dialog').or(page.getByRole('navigation')).getByRole('link', { name: 'Courses' }).first(),
			).toBeVisible()
		},
	},
	{ name: 'not-found', path: '/no-such-page', allows: /status of 404/ },
	{ name: 'offline', path: '/offline' },
	{ name: 'sign-in-needed', path: '/401', allows: /status of 401/ },
	{ name: 'unavailable', path: '/503', allows: /status of 404/ },
	{ name: 'fault', path: '/fault', allows: /status of 404/ },
]
