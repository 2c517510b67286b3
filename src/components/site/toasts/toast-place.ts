/** The first that is in nobody's way is taken. Phones, where a toast is as wide as the page, have two of them. */
const PLACES = {
	narrow: ['top-right', 'bottom-right', 'bottom-left', 'top-left', 'top', 'bottom'],
	wide: ['bottom-left', 'bottom-right', 'top-right', 'top', 'bottom', 'top-left'],
} as const

const WIDE = '(width >= 64rem)'

export type Box = { left: number; top: number; right: number; bottom: number }

/** Half of the smallest target, so that none lies between two of the points. */
const STEP = 12

/** What it costs to cover `box`: the sum over points of it, each by what a press there would reach. */
export function costOf(box: Box, costAt: (x: number, y: number) => number): number {
	let cost = 0
	for (let y = box.top; y <= box.bottom; y += STEP)
		for (let x = box.left; x <= box.right; x += STEP) cost += costAt(x, y)
	return cost
}

const PRESSABLE =
	'a[href], button, input, select, textarea, summary, label, iframe, video, [role="slider"], [contenteditable]'

/** What is most likely to be pressed next: it costs more than anything else that can be pressed. */
const NEXT = '[type="submit"], .btn-primary, :focus'
const NEXT_COST = 50

/** By what a press at this point would reach, if there were no toast. */
const costAtPoint = (toasts: Element) => (x: number, y: number) => {
	const reached = document.elementsFromPoint(x, y).find((element) => !toasts.contains(element))
	const target = reached?.closest(PRESSABLE)
	if (!target) return 0
	return target.matches(NEXT) ? NEXT_COST : 1
}

type Corner = (typeof PLACES)[keyof typeof PLACES][number]
type Placed = { place: Corner; box: Box }

/** The box of the toasts at each place, where they are now first. Only reads: they are afterwards where they were. */
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

/** Where the toasts cover nothing that one can press, or else the least. They stay if that is where they are. */
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

/** Places the toasts, and again when what lies below them is another: scrolled, or changed by what the toast tells of. */
export function keepPlaced(toasts: HTMLElement): () => void {
	let first: Corner | undefined
	let now: Corner | undefined
	/**
	 * What is already seen is moved by `translate`: another place in the layout is a layout shift. All boxes are read before
	 * anything is looked for below them, since that look notes where the toasts are.
	 */
	function place(): void {
		const all = boxes(toasts, now)
		// Nobody has seen them yet, so that the look shall not note them either.
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
		// A toast that came between press and release would take the press from the button below it.
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
