import type { ClientDirective } from 'astro'

/** As in csrf.ts. Astro bundles this file by itself and inlines it, so it stays free of imports. */
const isSignedIn = () => /(^|; )signed-in=/.test(document.cookie)

const whenIdle = (work: () => void) =>
	'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 200)

/** What somebody pressed before the island was awake, to be pressed again. */
function controlOf(target: EventTarget | null): HTMLElement | undefined {
	const element = target instanceof Element ? target.closest('button, label, input') : null
	const control = element instanceof HTMLLabelElement ? element.control : element
	return control instanceof HTMLElement ? control : undefined
}

/** Whether React has taken the element over: until then it would hear nothing. */
const isTaken = (element: HTMLElement) => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/** Presses `control` as soon as its island hears it, at most some seconds later. */
function press(control: HTMLElement, framesLeft = 300): void {
	if (!control.isConnected || framesLeft === 0) return
	if (!isTaken(control)) {
		requestAnimationFrame(() => press(control, framesLeft - 1))
		return
	}
	// React sees no change in a choice that was made before it looked.
	if (control instanceof HTMLInputElement && control.type === 'radio') control.checked = false
	// Tabs listen for this one.
	control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
	control.click()
}

/**
 * `client:member`: the island wakes up at once for members, whose page has something to add, and for visitors when
 * they touch it. A visitor who only reads loads no React. A click that comes before the island is awake is not lost.
 */
const memberDirective: ClientDirective = (load, _options, element) => {
	let waking: Promise<void> | undefined
	const wake = () => {
		waking ??= load().then((hydrate) => hydrate())
		return waking
	}
	// Once awake the island hears its clicks itself.
	const stop = new AbortController()
	if (isSignedIn()) whenIdle(() => void wake())
	else
		for (const name of ['pointerover', 'focusin'])
			element.addEventListener(name, () => void wake(), { passive: true, signal: stop.signal })
	element.addEventListener(
		'click',
		({ target }) => {
			const control = controlOf(target)
			if (!control) return
			stop.abort()
			if (!isTaken(control)) void wake().then(() => press(control))
		},
		{ signal: stop.signal },
	)
}

export default memberDirective
