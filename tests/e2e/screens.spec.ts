import { keptTexts } from '#tests/support/kept-texts.ts'
import { siteScreens } from './screens/all.ts'
import { mailScreens } from './screens/mails.ts'
import { expect, test } from './support/fixtures.ts'
import { checkScreen } from './support/screens/check-screen.ts'
import { openScreen } from './support/screens/open-screen.ts'

// Every screen in every state (the lists in screens/). With six pictures of each for review:
//   npm run screens [-- -g name]
//   SCREENS_TO=/tmp/pictures npm run screens [-- -g name]

// A trace of two hundred screens takes longer than the checks; a failure still leaves its screenshot.
test.use({ trace: 'off' })

for (const screen of [...siteScreens, ...mailScreens])
	test(`screen ${screen.name}`, async ({ page, site, signInAs, allowProblem }) => {
		if (screen.allows) allowProblem(screen.allows)
		await openScreen({ page, site, signInAs }, screen)
		await checkScreen(page, screen)
		// Waits for the announcement of a toast, which is outside of our renderer, to go after a second.
		await expect.poll(() => page.evaluate(keptTexts), 'texts of which React keeps the node').toEqual([])
	})
