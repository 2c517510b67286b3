import type { Page } from 'playwright/test'
import { sendTestMail } from '#src/features/settings/contract.ts'
import { settingsPages } from '#src/features/settings/settings-pages.ts'
import { answer, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { fill, press, REFUSED } from '../support/screens/steps.ts'

export const settingsScreens: readonly Screen[] = [
	...settingsPages.map(({ slug }) => ({
		name: `admin-settings-${slug}`,
		as: 'admin' as const,
		path: `/admin/settings/${slug}`,
		// At the end of the page the sticky bar covers nothing: axe reports a half-covered button as a small target.
		reach: (page: Page) => page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })),
	})),
	{ name: 'admin-settings-missing', as: 'admin', path: '/admin/settings/nothing', allows: /status of 404/ },
	{
		name: 'admin-settings-wrong',
		as: 'admin',
		path: '/admin/settings',
		async reach(page) {
			await fill(page, { 'Button color': '#e1b566', 'Accent color': '#e1b566' })
			await press(page, 'Save settings', /^Too pale for the light page/)
		},
	},
	{
		name: 'admin-settings-tested',
		as: 'admin',
		path: '/admin/settings/mail',
		async prepare(page) {
			await answer(page, sendTestMail, { json: { to: 'admin@club.example' } })
		},
		reach: (page) => press(page, 'Send me a test email', /^We sent it to/),
	},
	{
		name: 'admin-settings-test-refused',
		as: 'admin',
		path: '/admin/settings/mail',
		allows: REFUSED,
		prepare: (page) => refuse(page, sendTestMail, sendTestMail.errors.noMail),
		reach: (page) => press(page, 'Send me a test email', /^No mail server is connected/),
	},
]
