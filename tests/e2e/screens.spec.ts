import type { Page } from 'playwright/test'
import { reactTexts } from '#tests/support/react-texts.ts'
import { siteScreens } from './screens/all.ts'
import { duesScreens } from './screens/dues.ts'
import { ledgerAdminScreens } from './screens/ledger/admin.ts'
import { mailScreens } from './screens/mails.ts'
import { type DuesClub, startDuesClub, turnOn } from './support/dues/club.ts'
import { type FilledClub, fillDuesClub, openAs } from './support/dues/members.ts'
import { expect, type Site, test } from './support/fixtures.ts'
import { type FilledLedger, fillLedgerClub } from './support/ledger/club.ts'
import { checkScreen } from './support/screens/check-screen.ts'
import { openScreen } from './support/screens/open-screen.ts'
import type { Screen } from './support/screens/screen.ts'

// Every screen in every state (the lists in screens/). SCREENS_TO also takes six pictures of each for review:
//   npm run screens [-- -g name]
//   SCREENS_TO=/tmp/pictures npm run screens [-- -g name]

// A trace of two hundred screens takes longer than the checks; a failure still leaves its screenshot.
test.use({ trace: 'off' })

for (const screen of [...siteScreens, ...mailScreens])
	test(`screen ${screen.name}`, async ({ page, site, signInAs, allowProblem }) => {
		if (screen.allows) allowProblem(screen.allows)
		await openScreen({ page, site, signInAs }, screen)
		await checkScreen(page, screen)
		// Waits until the announcement of a toast, which is outside of our renderer, disappears after a second.
		await expect.poll(() => page.evaluate(reactTexts), 'text nodes that React keeps').toEqual([])
	})

/** Checks a screen of a separate club, in a browser that was opened for it. */
async function checkInClub(club: DuesClub, { page, site }: { page: Page; site: Site }, screen: Screen): Promise<void> {
	club.problems.length = 0
	await openScreen({ page, site, signInAs: async () => {} }, screen)
	await checkScreen(page, screen)
	expect(await page.evaluate(reactTexts), 'text nodes that React keeps').toEqual([])
	expect(club.problems.filter((problem) => !screen.allows?.test(problem))).toEqual([])
	await page.context().close()
}

test.describe('a club that collects dues', () => {
	let club: DuesClub
	let owner: Page
	let filled: FilledClub
	test.describe.configure({ mode: 'default' })
	test.beforeAll(async ({ browser }) => {
		club = await startDuesClub()
		owner = await club.open(browser, { as: 'admin' })
		filled = await fillDuesClub(club, owner)
	})
	test.afterAll(() => club.stop())

	for (const { as, settings, ...screen } of duesScreens)
		test(`screen ${screen.name}`, async ({ browser, site }) => {
			if (settings) await turnOn(owner, settings)
			const isMember = as !== 'admin' && as !== 'visitor'
			const page = isMember
				? await openAs(club, browser, as)
				: await club.open(browser, as === 'admin' ? { state: await owner.context().storageState() } : {})
			const path = typeof screen.path === 'string' ? screen.path : screen.path(filled)
			await checkInClub(club, { page, site }, { ...screen, path })
		})
})

test.describe('a club with credits', () => {
	let club: DuesClub
	let owner: Page
	let filled: FilledLedger
	test.describe.configure({ mode: 'default' })
	test.beforeAll(async ({ browser }) => {
		club = await startDuesClub()
		owner = await club.open(browser, { as: 'admin' })
		filled = await fillLedgerClub(club, owner, browser)
	})
	test.afterAll(() => club.stop())

	for (const screen of ledgerAdminScreens)
		test(`screen ${screen.name}`, async ({ browser, site }) => {
			const page = await club.open(browser, { state: await owner.context().storageState() })
			const path = typeof screen.path === 'string' ? screen.path : screen.path(filled)
			await checkInClub(club, { page, site }, { ...screen, path })
		})
})
