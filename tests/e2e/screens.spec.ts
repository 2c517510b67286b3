import type { Page } from 'playwright/test'
import { keptTexts } from '#tests/support/kept-texts.ts'
import { ownAccountScreens } from './screens/accounts.ts'
import { adminMemberScreens } from './screens/admin-members.ts'
import { administrationScreens } from './screens/administration.ts'
import { applyScreens } from './screens/apply.ts'
import { coachingScreens } from './screens/coaching.ts'
import { coachingAdminScreens } from './screens/coaching-admin.ts'
import { conflictScreens } from './screens/conflicts.ts'
import { statisticsScreens } from './screens/course-statistics.ts'
import { coursesScreens } from './screens/courses/all.ts'
import { foundationScreens } from './screens/foundation.ts'
import { mailingScreens } from './screens/mailings.ts'
import { mailScreens } from './screens/mails.ts'
import { mediaScreens } from './screens/media.ts'
import { moderationScreens } from './screens/moderation.ts'
import { notificationScreens } from './screens/notifications.ts'
import { playerScreens } from './screens/player.ts'
import { podcastAdminScreens } from './screens/podcast-admin.ts'
import { questionScreens } from './screens/question.ts'
import { questionListScreens } from './screens/questions.ts'
import { searchScreens } from './screens/search.ts'
import { awake, expect, test } from './support/fixtures.ts'
import { checkScreen, desktop } from './support/screens/check-screen.ts'
import type { Screen } from './support/screens/screen.ts'

// Every screen in every state (the lists in screens/). With six pictures of each for review:
//   npm run screens [-- -g name]
//   SCREENS_TO=/tmp/pictures npm run screens [-- -g name]

const screens: readonly Screen[] = [
	...foundationScreens,
	...coursesScreens,
	...applyScreens,
	...ownAccountScreens,
	...mediaScreens,
	...administrationScreens,
	...adminMemberScreens,
	...podcastAdminScreens,
	...mailScreens,
	...mailingScreens,
	...statisticsScreens,
	...questionListScreens,
	...questionScreens,
	...coachingScreens,
	...coachingAdminScreens,
	...moderationScreens,
	...conflictScreens,
	...notificationScreens,
	...playerScreens,
	...searchScreens,
]
// A trace of two hundred screens takes longer than the checks; a failure still leaves its screenshot.
test.use({ trace: 'off' })

/** Scrolls through the islands that hydrate on visibility and returns to the top. */
async function seeAll(page: Page): Promise<void> {
	const waiting = page.locator('astro-island[ssr][client="reached"]').first()
	while ((await waiting.count()) > 0) {
		const id = await waiting.getAttribute('uid')
		await waiting.evaluate((island) => (island.firstElementChild ?? island).scrollIntoView())
		await expect(page.locator(`astro-island[ssr][uid="${id}"]`)).toHaveCount(0)
	}
	await page.evaluate(() => document.fonts.ready)
	await page.evaluate(() => scrollTo(0, 0))
}

for (const screen of screens)
	test(`screen ${screen.name}`, async ({ page, signInAs, allowProblem }) => {
		if (screen.allows) allowProblem(screen.allows)
		if (screen.as) await signInAs(screen.as)
		await page.setViewportSize(desktop)
		await page.emulateMedia({ reducedMotion: 'reduce' })
		await screen.prepare?.(page)
		await page.goto(screen.path)
		await seeAll(page)
		if (!screen.sleeps) await awake(page)
		await screen.reach?.(page)
		await checkScreen(page, screen)
		expect(await page.evaluate(keptTexts), 'texts of which React keeps the node').toEqual([])
	})
