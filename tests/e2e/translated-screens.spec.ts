import { translatePage } from '#tests/support/translator.ts'
import { siteScreens } from './screens/all.ts'
import { expect, test } from './support/fixtures.ts'
import { pressButtons } from './support/press-buttons.ts'
import { openScreen } from './support/screens/open-screen.ts'
import { REFUSED } from './support/screens/steps.ts'

// Opens every screen under browser translation, brings it into its state and presses its buttons. An island whose
// text nodes moved would throw, and React would remove it together with its input.

test.use({ trace: 'off' })

/** Maximum number of buttons to press on one screen, because long lists repeat their buttons. */
const MAX = 20

/** Translates each document as soon as it is parsed. */
const script = `addEventListener('DOMContentLoaded', () => (${translatePage})('wrapped'))`

for (const screen of siteScreens)
	test(`translated ${screen.name}`, async ({ page, site, signInAs, allowProblem }) => {
		allowProblem(REFUSED)
		if (screen.allows) allowProblem(screen.allows)
		await page.addInitScript(script)
		await openScreen({ page, site, signInAs }, screen)
		expect(await page.evaluate(pressButtons, MAX), 'forms that a failed save removed').toEqual([])
	})
