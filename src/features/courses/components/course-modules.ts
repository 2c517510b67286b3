import { atom } from 'nanostores'

/**
 * The modules of a course page: on a phone one at a time is open, elsewhere all of them are; each has an address
 * (`?m=`), and Back and Forward go between them. Plain HTML worked by a script, so that a visitor needs no React.
 */

/** The module in which the reader is: the open one, or on a wide window the one they look at. */
export const $shownModule = atom<string | undefined>(undefined)

/** Where modules fold; the same in `course.css`. */
const NARROW = '(width < 40rem)'

/** Marks a link that leads to a module of this page. */
export const moduleLink = (id: string) => ({ href: `?m=${encodeURIComponent(id)}`, 'data-module-link': id })

export const moduleCards = () => [...document.querySelectorAll<HTMLElement>('[data-module]')]
export const cardOf = (id: string | undefined) => moduleCards().find((card) => card.dataset.module === id)
export const isFolding = () => window.matchMedia(NARROW).matches

/** The module that the address names, if there is such a one: an unknown one is no error. */
export function askedModule(): string | undefined {
	const anchor = cardOf(location.hash.startsWith('#module-') ? location.hash.slice('#module-'.length) : undefined)
	return (anchor ?? cardOf(new URLSearchParams(location.search).get('m') ?? undefined))?.dataset.module
}

/** The second of that module's film that the address names. */
export function askedSecond(): number | undefined {
	const seconds = Number(new URLSearchParams(location.search).get('t'))
	return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined
}

/** What an entry of the history keeps: the module its reader was in, which its address need not name, and how far down. */
type Stand = { module?: string | undefined; y?: number } | null

/** The module that the page shows when it comes: the one its address names, else the one in which its reader left it. */
export const knownModule = () => askedModule() ?? cardOf((history.state as Stand)?.module)?.dataset.module

/** It was not reloaded or come back to. */
function isNew(): boolean {
	const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	return entry?.type === 'navigate'
}

let hasActed = false
/** Whether the page may be moved: it was just come to, and its reader has not done anything yet. */
export const isArriving = () => !hasActed && isNew()
/** Whether the reader has done something on this page. */
export const hasReaderActed = () => hasActed

/** Opens this module alone; on a wide window nothing is closed. */
export function openModule(id: string | undefined): void {
	for (const card of moduleCards()) {
		const isOpen = card.dataset.module === id
		card.toggleAttribute('data-open', isOpen)
		card.querySelector('[data-fold]')?.setAttribute('aria-expanded', String(isOpen))
	}
	document.documentElement.dataset.placed = ''
	$shownModule.set(id)
}

/** Puts the focus on the title of a module, so that a screen reader says which one it is. */
export const focusModule = (card: Element | undefined) =>
	card?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })

function bringUp(id: string, behavior: ScrollBehavior = 'auto'): void {
	const card = cardOf(id)
	card?.scrollIntoView({ behavior })
	focusModule(card)
}

/** Moves the page once its new form was painted: what moves in the same frame would count as a shift of the layout. */
export const oncePainted = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work))

/** Keeps where the page stands in its entry of the history, for who comes back to it. */
function keepStand(): void {
	const stand: Stand = { module: $shownModule.get(), y: window.scrollY }
	history.replaceState({ ...history.state, ...stand }, '')
}

/** Gives the module an entry of the history. */
function visit(id: string): void {
	if (askedModule() !== id) {
		keepStand()
		const address = new URL(location.href)
		address.hash = ''
		address.searchParams.set('m', id)
		history.pushState({}, '', address)
	}
	openModule(id)
}

/** The press on the head of a module on a phone: opens it, or folds it. The focus stays. */
function fold(card: HTMLElement): void {
	const id = card.dataset.module
	if (id === undefined || card.hasAttribute('data-open')) {
		openModule(undefined)
		return
	}
	visit(id)
	// Those above it folded.
	if (card.getBoundingClientRect().top < 0) card.scrollIntoView()
}

function onClick(event: MouseEvent): void {
	const target = event.target instanceof Element ? event.target : null
	const button = target?.closest('[data-fold]')
	if (button) fold(button.closest('[data-module]') as HTMLElement)
	const id = target?.closest<HTMLElement>('[data-module-link]')?.dataset.moduleLink
	// To another tab or window it goes as any link does.
	if (!id || !cardOf(id) || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
		return
	event.preventDefault()
	visit(id)
	bringUp(id)
}

function onPopState(): void {
	const stand = history.state as Stand
	// An anchor of something else, as the link to the main content: the browser goes there itself.
	if (!stand && location.hash && !location.hash.startsWith('#module-')) return
	const id = askedModule() ?? stand?.module ?? moduleCards()[0]?.dataset.module
	const card = cardOf(id)
	openModule(id)
	if (stand?.y !== undefined) window.scrollTo({ top: stand.y, behavior: 'instant' })
	else card?.scrollIntoView({ behavior: 'instant' })
	focusModule(card)
}

/** The window became a phone's: the module goes on in which somebody does something, or which they look at. */
function onFolding({ matches }: MediaQueryListEvent): void {
	if (!matches) return
	const busy = moduleCards().find((card) => card.contains(document.activeElement))
	const open = moduleCards().find((card) => card.hasAttribute('data-open'))
	openModule((busy ?? cardOf($shownModule.get()) ?? open)?.dataset.module)
}

let isStarted = false
/** Starts what is above, once for the page. Members' modules wait for the word of the page's island where the address names none. */
export function startModules(): void {
	if (isStarted) return
	isStarted = true
	const signs = ['pointerdown', 'wheel', 'touchmove', 'keydown', 'input'] as const
	const act = () => {
		hasActed = true
	}
	for (const sign of signs) window.addEventListener(sign, act, { capture: true, passive: true })
	document.addEventListener('click', onClick)
	window.addEventListener('popstate', onPopState)
	window.matchMedia(NARROW).addEventListener('change', onFolding)
	window.addEventListener('pagehide', keepStand)
	const known = knownModule()
	const { y } = (history.state as Stand) ?? {}
	if (known !== undefined) {
		openModule(known)
		if (isArriving()) oncePainted(() => isArriving() && bringUp(known, 'instant'))
		// The browser goes back to where one was when the page is still short, with all its modules folded.
		else if (y !== undefined) oncePainted(() => !hasActed && window.scrollTo({ top: y, behavior: 'instant' }))
	} else if (document.documentElement.dataset.auth === 'visitor') openModule(moduleCards()[0]?.dataset.module)
}
