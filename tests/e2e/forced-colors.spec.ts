import type { Locator, Page } from 'playwright/test'
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

/** Returns the highest contrast between two painted pixels of an element: one of its text and one of its background. */
async function paintedContrast(page: Page, element: Locator): Promise<number> {
	const picture = (await element.screenshot()).toString('base64')
	const blank = await page.context().newPage()
	const contrast = await blank.evaluate(async (data) => {
		const image = new Image()
		image.src = `data:image/png;base64,${data}`
		await image.decode()
		const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
		canvas?.drawImage(image, 0, 0)
		const pixels = canvas?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
		const light = (value = 0) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4)
		const all: number[] = []
		for (let at = 0; at < pixels.length; at += 4)
			all.push(0.2126 * light(pixels[at]) + 0.7152 * light(pixels[at + 1]) + 0.0722 * light(pixels[at + 2]))
		return (Math.max(...all) + 0.05) / (Math.min(...all) + 0.05)
	}, picture)
	await blank.close()
	return contrast
}

test('the label of a primary link is painted in the color of links', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/dashboard')
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ forcedColors: 'active', colorScheme })
		const link = page.locator('.next-step-link')
		expect(await paintedContrast(page, link.locator('> span').first())).toBeGreaterThanOrEqual(4.5)
		expect(
			await link.evaluate((element) => {
				const system = Object.assign(document.body.appendChild(document.createElement('p')), {
					style: 'color: LinkText',
				})
				const [own, expected] = [element, system].map((one) => getComputedStyle(one).color)
				system.remove()
				return own === expected
			}),
		).toBe(true)
	}
})

test('a slider has a visible track, progress and thumb', async ({ page }) => {
	await page.goto('/podcast/player?e=saying-no-to-the-wrong-client')
	const slider = page.locator('[data-slider]').first()
	expect(await borderOf(slider.locator('> :first-child'))).toBe('solid')
	const backgrounds = await slider.evaluate((root) => {
		const backgroundOf = (element: Element | null | undefined, pseudo?: string) =>
			element ? getComputedStyle(element, pseudo).backgroundColor : undefined
		const track = root.firstElementChild
		return {
			track: backgroundOf(track),
			over: backgroundOf(track?.firstElementChild),
			thumb: backgroundOf(root.querySelector('[role="slider"]'), '::after'),
		}
	})
	expect(backgrounds.over).not.toBe(backgrounds.track)
	expect(backgrounds.thumb).not.toBe(backgrounds.track)
})
