import type { ClientDirective } from 'astro'
import { repeatEarlyInput, waker } from './early-input.ts'
import { whenNear } from './in-view.ts'

/** As in csrf.ts. Astro bundles this file by itself and inlines it, so it stays nearly free of imports. */
const isSignedIn = () => /(^|; )signed-in=/.test(document.cookie)

/** Given as the value: for members, too, it waits until it is nearly in view. */
const NEAR = 'near'

/**
 * When the page has been painted as the server wrote it: on a phone's line the forty files of an island would come
 * between the style sheet and what one reads. Nothing is painted of a page in the background.
 */
function afterPaint(then: () => void): void {
	if (document.hidden) then()
	else requestAnimationFrame(() => requestAnimationFrame(then))
}

/**
 * `client:member`: the island wakes up with the first paint for members, whose page has something to add, and for
 * visitors when they touch it. A visitor who only reads loads no React. What comes before the island is awake is not lost.
 * `client:member="near"` is for what may stand far down: it wakes one screen before it comes into view, so that
 * what its answer changes is not seen to move.
 */
const memberDirective: ClientDirective = (load, { value }, element) => {
	const wake = waker(element, load)
	// Not when idle: skeletons breathe, and a busy machine that draws them is never idle.
	if (isSignedIn() && value !== NEAR) afterPaint(() => void wake())
	else {
		for (const name of ['pointerover', 'focusin'])
			element.addEventListener(name, () => void wake(), { passive: true, once: true })
		if (isSignedIn()) whenNear(element, () => void wake())
	}
	if (value && value !== NEAR) window.addEventListener(value, () => void wake(), { once: true })
	repeatEarlyInput(element, wake)
}

export default memberDirective
