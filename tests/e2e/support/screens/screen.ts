import type { Locator, Page } from 'playwright/test'
import type { Role, Site } from '../fixtures.ts'

/**
 * One screen of the product in one state. The lists in `e2e/screens` contain all of them, and `screens.spec.ts` checks
 * each: axe in light and dark, no horizontal overflow, and pictures if requested.
 */
export interface Screen {
	/** Name of the test and of the pictures: lower case with hyphens, starting with the screen's name. */
	readonly name: string
	/** Role of the viewer. Default: visitor. */
	readonly as?: Role
	readonly path: string
	/** Runs before the page opens: creates data or mocks a response. */
	prepare?(page: Page, site: Site): Promise<void>
	/** Runs on the hydrated page: brings the screen into its state and waits for it. */
	reach?(page: Page): Promise<void>
	/** Console errors that belong to the state, such as a rejected request. */
	readonly allows?: RegExp
	/** The state is in an overlay that a full-page picture would lose, such as a dialog: pictures show only the window. */
	readonly windowOnly?: true
	/** Part of a long page that shows the state; pictures show only this part. */
	part?(page: Page): Locator
	/** The page has no island that hydrates on load, or `reach` waits for it. */
	readonly sleeps?: true
}

/** Widths of a phone, a tablet and a desktop, in CSS pixels. */
export const widths = [390, 768, 1440] as const
