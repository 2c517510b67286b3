import type { Locator, Page } from 'playwright/test'
import type { Role } from '../fixtures.ts'

/**
 * One screen of the product in one state. The lists beside this file name all of them, and `screens.spec.ts` looks at
 * each: axe in light and in dark, nothing wider than the window, and, when asked, the pictures (see there).
 */
export interface Screen {
	/** What is seen, in lower case with hyphens: the name of the test and of the pictures. Begins with the screen's. */
	readonly name: string
	/** Who looks: nobody means a visitor. */
	readonly as?: Role
	readonly path: string
	/** Runs before the page is opened: what the state needs in the store, or an answer that is to fail. */
	prepare?(page: Page): Promise<void>
	/** Runs on the open page, with its islands awake: what one does to come to the state. Ends when it is reached. */
	reach?(page: Page): Promise<void>
	/** Console errors that belong to the state, such as the browser's line about a refused call. */
	readonly allows?: RegExp
	/** The state lives in a part of the page that a tall picture would lose (a dialog): only the window is taken. */
	readonly windowOnly?: true
	/** Where on a long page the state is: pictures are of that alone. */
	part?(page: Page): Locator
	/** The page has no island that wakes at once, or `reach` waits by itself. */
	readonly sleeps?: true
}

/** A phone, a tablet and a desktop, in CSS pixels. */
export const widths = [390, 768, 1440] as const
