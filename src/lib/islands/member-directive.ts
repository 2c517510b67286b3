import type { ClientDirective } from 'astro'
import { replayEarlyInput } from './early-input.ts'
import { whenNear } from './in-view.ts'

/** The same as in csrf.ts. Astro inlines this file, so it has nearly no imports. */
const isSignedIn = () => /(^|; )signed-in=/.test(document.cookie)

/** Value that makes members, too, wait until the island is nearly in view. */
const NEAR = 'near'

/**
 * Runs after the first paint: on a phone the forty files of an island would otherwise delay the style sheet and the
 * text. Pages in the background are never painted.
 */
function afterPaint(then: () => void): void {
	if (document.hidden) then()
	else requestAnimationFrame(() => requestAnimationFrame(then))
}

/**
 * `client:member`: hydrates at the first paint for members, and when touched for visitors: a visitor who only reads
 * loads no React. Replays earlier input. `client:member="near"` is for islands far down a page: it hydrates one
 * screen before they come into view, so that no shift is visible.
 */
const memberDirective: ClientDirective = (load, { value }, element) => {
	const wake = replayEarlyInput(element, load)
	// Not when idle: animated skeletons keep a busy machine from ever being idle.
	if (isSignedIn() && value !== NEAR) afterPaint(() => void wake())
	else {
		for (const name of ['pointerover', 'focusin'])
			element.addEventListener(name, () => void wake(), { passive: true, once: true })
		if (isSignedIn()) whenNear(element, () => void wake())
	}
	if (value && value !== NEAR) window.addEventListener(value, () => void wake(), { once: true })
}

export default memberDirective
