import type { Locator } from 'playwright/test'
import { awake, expect, test } from './support/fixtures.ts'

// With a reader's own few colors no ground, shadow or gradient is left: what they said is said by edges.

test.use({ contextOptions: { forcedColors: 'active' } })

const outlineOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).outlineStyle)
const borderOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).borderTopStyle)

test('progress, the chosen tab and where one is are seen', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/courses')
	await awake(page)
	expect(await outlineOf(page.getByRole('tab', { selected: true }))).toBe('solid')
	expect(await outlineOf(page.getByRole('tab', { selected: false }).first())).toBe('none')
	expect(await outlineOf(page.locator('.nav-link[aria-current]').first())).toBe('solid')
	expect(await borderOf(page.locator('.progress').first())).toBe('solid')
})

test('a slider has a track, a part that is over and a thumb', async ({ page }) => {
	await page.goto('/podcast/player?e=saying-no-to-the-wrong-client')
	const slider = page.locator('[data-slider]').first()
	expect(await borderOf(slider.locator('> :first-child'))).toBe('solid')
	const grounds = await slider.evaluate((root) => {
		const ground = (element: Element | null | undefined, pseudo?: string) =>
			element ? getComputedStyle(element, pseudo).backgroundColor : undefined
		const track = root.firstElementChild
		return {
			track: ground(track),
			over: ground(track?.firstElementChild),
			thumb: ground(root.querySelector('[role="slider"]'), '::after'),
		}
	})
	expect(grounds.over).not.toBe(grounds.track)
	expect(grounds.thumb).not.toBe(grounds.track)
})
