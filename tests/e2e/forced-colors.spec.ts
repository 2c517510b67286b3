import type { Locator } from 'playwright/test'
import { awake, expect, test } from './support/fixtures.ts'

// Forced colors remove backgrounds, shadows and gradients: borders must carry the same information.

test.use({ contextOptions: { forcedColors: 'active' } })

const outlineOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).outlineStyle)
const borderOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).borderTopStyle)

test('progress, the selected tab and the current item are visible', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/courses')
	await awake(page)
	expect(await outlineOf(page.getByRole('tab', { selected: true }))).toBe('solid')
	expect(await outlineOf(page.getByRole('tab', { selected: false }).first())).toBe('none')
	expect(await outlineOf(page.locator('.nav-link[aria-current]').first())).toBe('solid')
	expect(await borderOf(page.locator('.progress').first())).toBe('solid')
})

test('a slider has a visible track, progress and thumb', async ({ page }) => {
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
