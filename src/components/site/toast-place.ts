/** The first that is in nobody's way is taken. Phones, where a toast is as wide as the page, have two of them. */
const PLACES = {
	narrow: ['top-right', 'bottom-right', 'bottom-left', 'top-left', 'top', 'bottom'],
	wide: ['bottom-left', 'bottom-right', 'top-right', 'top', 'bottom', 'top-left'],
} as const

const WIDE = '(width >= 64rem)'

export type Box = { left: number; top: number; right: number; bottom: number }

/** Half of the smallest target, so that none lies between two of the points. */
const STEP = 12

/** How many points of `box` hit something that can be pressed. */
export function pressablePoints(box: Box, isPressable: (x: number, y: number) => boolean): number {
	let hits = 0
	for (let y = box.top; y <= box.bottom; y += STEP)
		for (let x = box.left; x <= box.right; x += STEP) if (isPressable(x, y)) hits += 1
	return hits
}

const PRESSABLE =
	'a[href], button, input, select, textarea, summary, label, iframe, video, [role="slider"], [contenteditable]'

/** What a press at this point would reach, if there were no toast. */
const reaches = (toasts: Element) => (x: number, y: number) =>
	document
		.elementsFromPoint(x, y)
		.find((element) => !toasts.contains(element))
		?.closest(PRESSABLE) != null

/** Puts the toasts where they cover nothing that one can press, or else the least. They stay if that is where they are. */
function place(toasts: HTMLElement): void {
	let least = Number.POSITIVE_INFINITY
	let best = toasts.dataset.place
	const places = PLACES[window.matchMedia(WIDE).matches ? 'wide' : 'narrow']
	for (const place of best ? [best, ...places] : places) {
		toasts.dataset.place = place
		const style = getComputedStyle(toasts)
		const around = toasts.getBoundingClientRect()
		const box = {
			left: around.left + Number.parseFloat(style.paddingLeft),
			top: around.top + Number.parseFloat(style.paddingTop),
			right: around.right - Number.parseFloat(style.paddingRight),
			bottom: around.bottom - Number.parseFloat(style.paddingBottom),
		}
		const covered = pressablePoints(box, reaches(toasts))
		if (covered < least) [least, best] = [covered, place]
		if (covered === 0) break
	}
	toasts.dataset.place = best
}

/** Places the toasts, and again when what lies below them is another: scrolled, or changed by what the toast tells of. */
export function keepPlaced(toasts: HTMLElement): () => void {
	let frame = 0
	const placeSoon = () => {
		cancelAnimationFrame(frame)
		frame = requestAnimationFrame(() => place(toasts))
	}
	const changes = new MutationObserver(placeSoon)
	changes.observe(document.querySelector('main') ?? document.body, {
		childList: true,
		subtree: true,
		attributeFilter: ['hidden'],
	})
	document.addEventListener('scrollend', placeSoon)
	place(toasts)
	return () => {
		changes.disconnect()
		document.removeEventListener('scrollend', placeSoon)
		cancelAnimationFrame(frame)
	}
}
