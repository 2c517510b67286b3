import type { Page } from 'playwright/test'
import { expectReadable } from '../support/accessible.ts'
import { fillApplication, solveCaptcha } from '../support/applying.ts'
import { expect, test } from '../support/fixtures.ts'
import { press } from '../support/keys.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// A visitor follows a link to a second of an episode, then reads a course and applies, by keyboard: on a phone with a
// slow connection, and on a desktop.

const SHARED = '/podcast/saying-no-to-the-wrong-client?t=31'
const inside = (page: Page) => page.getByRole('region', { name: 'What is inside' })

for (const [where, viewport] of [
	['on a phone with a slow line', PHONE],
	['at a desk', { width: 1440, height: 900 }],
] as const)
	test.describe(where, () => {
		test.use({ viewport })

		test('a visitor plays an episode from a shared time, reads a course and applies, by keyboard', async ({ page }) => {
			test.slow()
			if (viewport === PHONE) await slowLine(page)
			await test.step('the second plays', async () => {
				// A new server reads the feed first.
				await expect.poll(async () => (await page.request.get(SHARED)).status()).toBe(200)
				await page.goto(SHARED)
				const player = page.getByRole('region', { name: 'Podcast player' })
				await press(page, player.getByRole('button', { name: 'Play from 0:31' }))
				const position = player.getByRole('slider', { name: 'Position' })
				await expect.poll(async () => Number(await position.getAttribute('aria-valuenow'))).toBeGreaterThan(31)
				await expectReadable(page)
				await player.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
				const invitation = page.getByRole('complementary', { name: 'Membership' }).getByRole('link')
				await expect(invitation).toHaveAttribute('href', '/apply')
			})
			await test.step('a course that is free to read', async () => {
				await page.goto('/courses')
				await press(page, page.getByRole('main').getByRole('link', { name: 'View Course' }).first())
				await expect(page).toHaveURL(/\/courses\/.+/)
				await expect(page.getByRole('article').first()).toContainText(/\w+ \w+/)
				await expect(inside(page).getByText('$49 a month', { exact: true })).toBeAttached()
				await press(page, inside(page).getByRole('link', { name: 'Apply for Membership' }))
				await expect(page).toHaveURL('/apply')
			})
			await test.step('the application', async () => {
				await expect(page.getByRole('heading', { level: 1, name: 'Apply for Membership' })).toBeVisible()
				await expectReadable(page)
				await fillApplication(page, 'Vera Visitor', `vera.${viewport.width}@example.com`)
				await solveCaptcha(page)
				await page.getByRole('button', { name: 'Submit Application' }).press('Enter')
				await expect(page.getByRole('heading', { name: 'Thank you for your application' })).toBeFocused()
				await expectReadable(page)
			})
		})
	})
