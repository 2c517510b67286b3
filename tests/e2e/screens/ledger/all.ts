import { expect } from '../../support/fixtures.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { admissionScreens } from './admissions.ts'
import { sessionScreens, videoScreens } from './attendance.ts'
import { creditScreens } from './credits.ts'
import { filled } from './filled.ts'

const overviews: readonly Screen[] = [
	{ name: 'cle-empty', as: 'admin', path: '/cle' },
	{ ...filled, name: 'cle-overview', path: '/cle' },
	{
		...{ ...filled, name: 'cle-overview-numbers', path: '/cle' },
		async reach(page) {
			for (const summary of await page.getByText('Numbers and sources').all()) await summary.click()
			await expect(page.getByRole('list', { name: 'Sources' }).first()).toBeVisible()
		},
	},
	{ name: 'cle-visitor', path: '/cle', sleeps: true, reach: (page) => expect(page).toHaveURL(/\/auth\?next=\/cle$/) },
	{ ...filled, name: 'cle-export', path: '/cle/export', sleeps: true },
	{ ...filled, name: 'cle-certificates-empty', path: '/cle/certificates' },
]

/** The ledger of a member, and attendance for credit. */
export const ledgerScreens: readonly Screen[] = [
	...overviews,
	...creditScreens,
	...admissionScreens,
	...videoScreens,
	...sessionScreens,
]
