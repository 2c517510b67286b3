import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, showTheme } from '../fixtures.ts'
import { desktop } from './open-screen.ts'
import { type Screen, widths } from './screen.ts'

const picturesTo = process.env.SCREENS_TO

type Pictured = Pick<Screen, 'name' | 'windowOnly' | 'part'>

async function takePictures(page: Page, { name, windowOnly, part }: Pictured, width: number) {
	if (!picturesTo) return
	for (const colorScheme of ['light', 'dark'] as const) {
		await showTheme(page, colorScheme)
		const path = join(picturesTo, `${name}-${width}-${colorScheme}.png`)
		if (part) await part(page).screenshot({ animations: 'disabled', path })
		else await page.screenshot({ animations: 'disabled', path, fullPage: !windowOnly })
	}
}

/** Checks the screen: axe in both themes, no horizontal overflow, and pictures if requested. */
export async function checkScreen(page: Page, screen: Pictured, options: { isMail?: boolean } = {}): Promise<void> {
	await expectAccessible(page, options)
	for (const width of widths) {
		await page.setViewportSize({ width, height: desktop.height })
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
		expect(overflow, `pixels too wide at ${width}`).toBeLessThanOrEqual(0)
		// At another width, the focused element may be out of view.
		if (screen.windowOnly)
			await page.evaluate(() => {
				const at = document.activeElement
				;(at?.closest('.editor-popover, .editor-panel') ?? at)?.scrollIntoView({ block: 'nearest' })
			})
		await takePictures(page, screen, width)
	}
	await page.setViewportSize(desktop)
}
