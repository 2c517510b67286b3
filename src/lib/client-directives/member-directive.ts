import type { ClientDirective } from 'astro'

/** As in csrf.ts. Astro bundles this file by itself and inlines it, so it stays free of imports. */
const isSignedIn = () => /(^|; )signed-in=/.test(document.cookie)

const whenIdle = (work: () => void) =>
	'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 200)

/** What somebody pressed before the island was awake, to be pressed again. A label's click is followed by its input's. */
function controlOf(target: EventTarget | null): HTMLElement | undefined {
	const control = target instanceof Element ? target.closest('button, input') : null
	return control instanceof HTMLElement ? control : undefined
}

/** Whether React has taken the element over: until then it would hear nothing. */
const isTaken = (element: HTMLElement) => Object.keys(element).some((key) => key.startsWith('__reactProps'))

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Presses `control` as soon as its island hears it, at most some seconds later. */
async function press(control: HTMLElement): Promise<void> {
	for (let frames = 300; !isTaken(control); frames--) {
		if (!control.isConnected || frames === 0) return
		await nextFrame()
	}
	// React sees no change in a choice that was made before it looked.
	if (control instanceof HTMLInputElement && control.type === 'radio') control.checked = false
	// Tabs listen for this one.
	control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
	control.click()
	// What the press changed is on the screen before the next one.
	await nextFrame()
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
	const early: HTMLElement[] = []
	const replay = async () => {
		await wake()
		for (let control = early[0]; control; control = early[0]) {
			await press(control)
			early.shift()
		}
		stop.abort()
	}
	element.addEventListener(
		'click',
		({ target, isTrusted }) => {
			const control = controlOf(target)
			if (!control || isTaken(control)) return
			// One that this directive repeats is heard by React, or was given up.
			if (!isTrusted && early.includes(control)) return
			if (early.push(control) === 1) void replay()
		},
		{ signal: stop.signal },
	)
}

export default memberDirective
