import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Draws what a page leaves out while it is off the screen (`content-visibility`): it keeps the colors of the theme before
 * until it is scrolled to. A sheet that is constructed is none that the policy forbids.
 */
const drawAll = (page: Page) =>
	page.evaluate(() => {
		const sheet = new CSSStyleSheet()
		sheet.replaceSync('* { content-visibility: visible !important }')
		document.adoptedStyleSheets = [sheet]
	})

/** Shows the page in this theme, without motion, and waits until nothing is on its way from the one before. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
	await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
	await page.evaluate(async (wanted) => {
		const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
		const isThere = () => matchMedia(`(prefers-color-scheme: ${wanted})`).matches
		const isMoving = () =>
			document
				.getAnimations()
				.some(
					({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
				)
		// A color that is inherited starts its way when that of its parent has ended: one quiet frame is not the end.
		for (let quiet = 0; quiet < 3; quiet = isThere() && !isMoving() ? quiet + 1 : 0) await nextFrame()
	}, colorScheme)
}

/** What axe finds on the page as it is now. */
async function violationsOf(page: Page, runOnly: RunOptions['runOnly']): Promise<AxeResults['violations']> {
	// It is half a megabyte: a document that has it keeps it for the next look.
	for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axe.source)
	return page.evaluate(async (only) => {
		const { run } = (globalThis as unknown as { axe: typeof axe }).axe
		return (await run(document, { runOnly: only, resultTypes: ['violations'] } as RunOptions)).violations
	}, runOnly)
}

/** Asserts that axe finds nothing on the page as it is now, in light and in dark. A mail is no page: it has no landmarks. */
export async function expectAccessible(page: Page, options: { isMail?: boolean } = {}): Promise<void> {
	await drawAll(page)
	for (const colorScheme of ['light', 'dark'] as const) {
		// Without motion, so that axe does not measure the contrast of a half-faded text.
		await showTheme(page, colorScheme)
		const violations = await violationsOf(
			page,
			// The dark page is the same page: only what depends on colors is looked at again.
			colorScheme === 'light'
				? { type: 'tag', values: options.isMail ? WCAG : [...WCAG, 'best-practice'] }
				: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
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
