/** The placements in order of preference. On phones, where a toast is as wide as the page, there are two. */
const PLACES = {
	narrow: ['top-right', 'bottom-right', 'bottom-left', 'top-left', 'top', 'bottom'],
	wide: ['bottom-left', 'bottom-right', 'top-right', 'top', 'bottom', 'top-left'],
} as const

const WIDE = '(width >= 64rem)'

export type Box = { left: number; top: number; right: number; bottom: number }

/** Half of the smallest target, so that none fits between two points. */
const STEP = 12

/** Returns the cost of covering `box`: the sum of the costs of its points. */
export function costOf(box: Box, costAt: (x: number, y: number) => number): number {
	let cost = 0
	for (let y = box.top; y <= box.bottom; y += STEP)
		for (let x = box.left; x <= box.right; x += STEP) cost += costAt(x, y)
	return cost
}

const PRESSABLE =
	'a[href], button, input, select, textarea, summary, label, iframe, video, [role="slider"], [contenteditable]'

/** The most likely next targets: they cost more than all others. */
const NEXT = '[type="submit"], .btn-primary, :focus'
const NEXT_COST = 50

/** Returns the cost of a point, by the element that a click would hit without the toast. */
const costAtPoint = (toasts: Element) => (x: number, y: number) => {
	const reached = document.elementsFromPoint(x, y).find((element) => !toasts.contains(element))
	const target = reached?.closest(PRESSABLE)
	if (!target) return 0
	return target.matches(NEXT) ? NEXT_COST : 1
}

type Corner = (typeof PLACES)[keyof typeof PLACES][number]
type Placed = { place: Corner; box: Box }

/** Measures the toasts at each placement, the current one first, and restores it. */
function boxes(toasts: HTMLElement, now?: Corner): Placed[] {
	const { translate } = toasts.style
	const { place: before } = toasts.dataset
	toasts.style.translate = 'none'
	const places = PLACES[window.matchMedia(WIDE).matches ? 'wide' : 'narrow']
	const all = places.map((place) => {
		toasts.dataset.place = place
		const style = getComputedStyle(toasts)
		const around = toasts.getBoundingClientRect()
		const box = {
			left: around.left + Number.parseFloat(style.paddingLeft),
			top: around.top + Number.parseFloat(style.paddingTop),
			right: around.right - Number.parseFloat(style.paddingRight),
			bottom: around.bottom - Number.parseFloat(style.paddingBottom),
		}
		return { place, box }
	})
	toasts.style.translate = translate
	if (before) toasts.dataset.place = before
	else delete toasts.dataset.place
	return all.sort((a, b) => Number(b.place === now) - Number(a.place === now))
}

/** Returns the placement that covers no target, or the least. Prefers the current one. */
function bestOf(all: readonly Placed[], toasts: Element): Placed | undefined {
	let least = Number.POSITIVE_INFINITY
	let best: Placed | undefined
	for (const candidate of all) {
		const cost = costOf(candidate.box, costAtPoint(toasts))
		if (cost < least) [least, best] = [cost, candidate]
		if (cost === 0) break
	}
	return best
}

/** Places the toasts, and again after the page scrolls or changes. */
export function keepPlaced(toasts: HTMLElement): () => void {
	let first: Corner | undefined
	let now: Corner | undefined
	/**
	 * Moves visible toasts with `translate`: another position in the layout would be a layout shift. Measures all
	 * placements before hit testing, which ignores the toasts.
	 */
	function place(): void {
		const all = boxes(toasts, now)
		// Not painted yet, so keep them out of the hit test.
		if (!now) toasts.style.display = 'none'
		const best = bestOf(all, toasts)
		toasts.style.display = ''
		if (!best) return
		now = best.place
		first ??= now
		const from = all.find((candidate) => candidate.place === first)?.box ?? best.box
		toasts.dataset.place = first
		toasts.style.translate = `${best.box.left - from.left}px ${best.box.top - from.top}px`
	}
	let frame = 0
	let isPressed = false
	const placeSoon = () => {
		cancelAnimationFrame(frame)
		// A toast that appears between press and release would take the click from the button below it.
		if (!isPressed) frame = requestAnimationFrame(place)
	}
	const onPress = () => {
		isPressed = true
		cancelAnimationFrame(frame)
	}
	const onRelease = () => {
		isPressed = false
		placeSoon()
	}
	const changes = new MutationObserver(placeSoon)
	changes.observe(document.querySelector('main') ?? document.body, {
		childList: true,
		subtree: true,
		attributeFilter: ['hidden'],
	})
	const ended = new AbortController()
	const { signal } = ended
	document.addEventListener('scrollend', placeSoon, { signal })
	window.addEventListener('resize', placeSoon, { signal })
	window.addEventListener('pointerdown', onPress, { signal, capture: true })
	for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, onRelease, { signal, capture: true })
	place()
	return () => {
		changes.disconnect()
		ended.abort()
		cancelAnimationFrame(frame)
	}
}
