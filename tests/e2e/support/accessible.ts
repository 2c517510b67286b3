import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

/** Rules about color. */
const COLOR = ['color-contrast', 'link-in-text-block']
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Renders off-screen content that `content-visibility` skips. Otherwise this content keeps the previous theme's colors
 * until it is scrolled into view. The content security policy allows constructed style sheets.
 */
const renderOffscreen = (page: Page) =>
	page.evaluate(() => {
		const sheet = new CSSStyleSheet()
		sheet.replaceSync('* { content-visibility: visible !important }')
		document.adoptedStyleSheets = [sheet]
	})

/** Switches to this theme without motion and waits until all transitions have ended. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
	await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
	await page.evaluate(async (wanted) => {
		const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
		const isApplied = () => matchMedia(`(prefers-color-scheme: ${wanted})`).matches
		const isMoving = () =>
			document
				.getAnimations()
				.some(
					({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
				)
		// Inherited colors start their transition after the parent's has ended: one quiet frame is not enough.
		for (let quiet = 0; quiet < 3; quiet = isApplied() && !isMoving() ? quiet + 1 : 0) await nextFrame()
	}, colorScheme)
}

/** Returns the page's current axe violations. */
async function violationsOf(page: Page, runOnly: RunOptions['runOnly']): Promise<AxeResults['violations']> {
	// axe is half a megabyte, so inject it once for each document.
	for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axe.source)
	return page.evaluate(async (only) => {
		const { run } = (globalThis as unknown as { axe: typeof axe }).axe
		return (await run(document, { runOnly: only, resultTypes: ['violations'] } as RunOptions)).violations
	}, runOnly)
}

/** Asserts that axe finds no violation in light and dark mode. An email is not a page and has no landmarks. */
export async function expectAccessible(page: Page, options: { isMail?: boolean } = {}): Promise<void> {
	await renderOffscreen(page)
	for (const colorScheme of ['light', 'dark'] as const) {
		// Without motion, because axe would measure the contrast of half-faded text.
		await showTheme(page, colorScheme)
		const violations = await violationsOf(
			page,
			// The dark page has the same content, so only the rules about color run again.
			colorScheme === 'light'
				? { type: 'tag', values: options.isMail ? WCAG : [...WCAG, 'best-practice'] }
				: { type: 'rule', values: COLOR },
		)
		const found = violations.flatMap(({ id, help, nodes }) =>
			nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}\n${failureSummary ?? ''}`),
		)
		expect(found, `axe, ${colorScheme}`).toEqual([])
	}
	await page.evaluate(() => {
		document.adoptedStyleSheets = []
	})
	await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/**
 * Asserts that axe finds no violation with forced colors, except by its color rules: axe reads the text color from
 * `-webkit-text-fill-color`, which forced colors do not change. `forced-colors.spec.ts` measures the painted colors.
 */
async function expectAccessibleInForcedColors(page: Page): Promise<void> {
	await page.emulateMedia({ forcedColors: 'active' })
	const violations = await violationsOf(page, { type: 'tag', values: [...WCAG, 'best-practice'] })
	expect(violations.map(({ id }) => id).filter((id) => !COLOR.includes(id))).toEqual([])
	await page.emulateMedia({ forcedColors: null })
}

/** Asserts that axe finds nothing in any color mode, and that the page fits a 320 px window as low as at 400% zoom. */
export async function expectReadable(page: Page): Promise<void> {
	await expectAccessible(page)
	await expectAccessibleInForcedColors(page)
	const before = page.viewportSize()
	for (const height of [800, 256]) {
		await page.setViewportSize({ width: 320, height })
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
	}
	if (before) await page.setViewportSize(before)
}
