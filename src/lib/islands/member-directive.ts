import type { ClientDirective } from 'astro'
import { replayEarlyInput } from './early-input.ts'
import { whenNear } from './in-view.ts'

/** Repeats the cookie name in csrf.ts: Astro inlines this file, so it has almost no imports. */
const isSignedIn = () => /(^|; )signed-in=/.test(document.cookie)

/** Value that delays hydration for members, too, until the island is almost in view. */
const NEAR = 'near'

/**
 * Runs after the first paint: on a phone the forty files of an island would otherwise delay the style sheet and the
 * text. Runs immediately on a background page, which is never painted.
 */
function afterPaint(then: () => void): void {
	if (document.hidden) then()
	else requestAnimationFrame(() => requestAnimationFrame(then))
}

/**
 * `client:member`: hydrates after the first paint for members, and when touched for visitors. Visitors who only read
 * load no React. Replays earlier input. `client:member="near"` is for islands far down a page: it hydrates them one
 * screen before they come into view, so that no layout shift is visible.
 */
const memberDirective: ClientDirective = (load, { value }, element) => {
	const wake = replayEarlyInput(element, load)
	// Do not wait for an idle moment: animated skeletons can keep a busy computer from ever being idle.
	if (isSignedIn() && value !== NEAR) afterPaint(() => void wake())
	else {
		for (const name of ['pointerover', 'focusin'])
			element.addEventListener(name, () => void wake(), { passive: true, once: true })
		if (isSignedIn()) whenNear(element, () => void wake())
	}
	if (value && value !== NEAR) window.addEventListener(value, () => void wake(), { once: true })
}

export default memberDirective
