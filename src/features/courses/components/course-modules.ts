import { atom } from 'nanostores'

/**
 * The modules of a course page. On a phone, one is open at a time; on a wide window, all are. Each has a URL
 * (`?m=`), and Back and Forward move between them. This script runs on static HTML, so visitors do not load React.
 */

/** The reader's current module: the open one, or, on a wide window, the one in view. */
export const $shownModule = atom<string | undefined>(undefined)

/** Window event for a discussion that comes into view. It hydrates the page's island, which renders the discussion. */
export const DISCUSSION_SHOWN = 'discussion-shown'

/** Widths at which modules fold; must match `course.css`. */
const NARROW = '(width < 40rem)'

/** Returns the props of a link to a module, or to the paragraph with these words in it. */
export const moduleLink = (id: string, words?: string) => ({
	href: `?m=${encodeURIComponent(id)}`,
	'data-module-link': id,
	...(words === undefined ? {} : { 'data-words': words }),
})

export const moduleCards = () => [...document.querySelectorAll<HTMLElement>('[data-module]')]
export const cardOf = (id: string | undefined) => moduleCards().find((card) => card.dataset.module === id)
export const isFolding = () => window.matchMedia(NARROW).matches

/** Returns the module in the URL; undefined if the URL names none or an unknown one. */
export function moduleInUrl(): string | undefined {
	const anchor = cardOf(location.hash.startsWith('#module-') ? location.hash.slice('#module-'.length) : undefined)
	return (anchor ?? cardOf(new URLSearchParams(location.search).get('m') ?? undefined))?.dataset.module
}

/** Returns the module in the URL if the URL links to a comment on it. */
export const linkedDiscussion = () => (location.hash.startsWith('#comment-') ? moduleInUrl() : undefined)

/** Returns the second in the URL at which the module's video starts, if any. */
export function askedSecond(): number | undefined {
	const seconds = Number(new URLSearchParams(location.search).get('t'))
	return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined
}

/** State of a history entry: the reader's module, even if the URL does not name it, and the scroll offset. */
type HistoryState = { module?: string | undefined; y?: number } | null

/** Returns the module to show on load: from the URL, or else from the history entry. */
export const initialModule = () => moduleInUrl() ?? cardOf((history.state as HistoryState)?.module)?.dataset.module

/** Returns whether this is a new visit rather than a reload or a return through the history. */
function isNew(): boolean {
	// Set on a page that the player's router swapped in.
	const { visit } = document.documentElement.dataset
	if (visit) return visit !== 'traverse'
	const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	return entry?.type === 'navigate'
}

let hasActed = false
/** Returns whether the page may scroll: a new visit on which the reader has done nothing yet. */
export const isNewVisit = () => !hasActed && isNew()
export const hasReaderActed = () => hasActed

/** Opens this module and closes the others; on a wide window CSS shows all. */
export function openModule(id: string | undefined): void {
	for (const card of moduleCards()) {
		const isOpen = card.dataset.module === id
		card.toggleAttribute('data-open', isOpen)
		card.querySelector('[data-fold]')?.setAttribute('aria-expanded', String(isOpen))
	}
	document.documentElement.dataset.placed = ''
	$shownModule.set(id)
}

/** Focuses the title of a module, so a screen reader announces it. */
export const focusModule = (card: Element | undefined) =>
	card?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })

function scrollToModule(id: string, behavior: ScrollBehavior = 'auto'): void {
	const card = cardOf(id)
	card?.scrollIntoView({ behavior })
	focusModule(card)
}

/** Opens the discussion of a module. @returns its tab. */
export function openDiscussion(id: string | undefined): HTMLElement | null | undefined {
	const tab = cardOf(id)?.querySelector<HTMLElement>('[role="tab"][aria-controls$="-discussion"]')
	tab?.click()
	return tab
}

/** Runs `work` after the next paint: movement in the same frame would count as layout shift. */
export const afterPaint = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work))

/** Returns how many pixels the window's top is below that of the module's card, or of the page if there is no card. */
const offsetIn = (id: string | undefined) => -(cardOf(id) ?? document.documentElement).getBoundingClientRect().top

/** Saves the module and the scroll offset in the history entry, for Back. */
function saveHistoryState(): void {
	const module = $shownModule.get()
	const state: HistoryState = { module, y: offsetIn(module) }
	history.replaceState({ ...history.state, ...state }, '')
}

/** Scrolls to a saved offset, which is relative to the module because the content above may have changed its height. */
const scrollToOffset = (id: string | undefined, y: number) =>
	window.scrollBy({ top: y - offsetIn(id), behavior: 'instant' })

/** Opens the module. Adds a history entry if the URL changes, or if Back must return to a link within the module. */
function visit(id: string, isWithin = false): void {
	if (isWithin || moduleInUrl() !== id) {
		saveHistoryState()
		const address = new URL(location.href)
		address.hash = ''
		address.searchParams.set('m', id)
		history.pushState({}, '', address)
	}
	openModule(id)
}

/** Goes to a module, as its links do. */
export function goToModule(id: string): void {
	visit(id)
	scrollToModule(id)
}

/** Opens or folds a module on a phone. The focus stays on its header. */
function fold(card: HTMLElement): void {
	const id = card.dataset.module
	if (id === undefined || card.hasAttribute('data-open')) {
		openModule(undefined)
		return
	}
	visit(id)
	// Modules above it may have folded, which moves its header out of view.
	if (card.getBoundingClientRect().top < 0) card.scrollIntoView()
}

function onClick(event: MouseEvent): void {
	const target = event.target instanceof Element ? event.target : null
	const button = target?.closest('[data-fold]')
	if (button) fold(button.closest('[data-module]') as HTMLElement)
	const { moduleLink: id, words } = target?.closest<HTMLElement>('[data-module-link]')?.dataset ?? {}
	// A click that opens another tab or window works as on any link.
	if (!id || !cardOf(id) || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
		return
	event.preventDefault()
	visit(id, words !== undefined)
	if (words === undefined) scrollToModule(id)
	else void goToParagraph(id, words)
}

/** Goes to the paragraph with these words, or to the header. Its code loads on demand: few links name a paragraph. */
async function goToParagraph(id: string, words: string): Promise<void> {
	const loaded = await import('./module-position.ts').catch(() => undefined)
	if (!loaded?.showParagraph(cardOf(id), words)) scrollToModule(id)
}

function onPopState(): void {
	const state = history.state as HistoryState
	// The browser handles any other hash, such as that of the skip link.
	if (!state && location.hash && !location.hash.startsWith('#module-')) return
	const id = moduleInUrl() ?? state?.module ?? moduleCards()[0]?.dataset.module
	const card = cardOf(id)
	openModule(id)
	if (state?.y !== undefined) scrollToOffset(state.module, state.y)
	else card?.scrollIntoView({ behavior: 'instant' })
	focusModule(card)
}

/** Keeps one module open when the window becomes narrow: the one with the focus, or else the one in view. */
function onFolding({ matches }: MediaQueryListEvent): void {
	if (!matches) return
	const focused = moduleCards().find((card) => card.contains(document.activeElement))
	const open = moduleCards().find((card) => card.hasAttribute('data-open'))
	openModule((focused ?? cardOf($shownModule.get()) ?? open)?.dataset.module)
}

function listen(): void {
	const events = ['pointerdown', 'wheel', 'touchmove', 'keydown', 'input'] as const
	const markActed = () => {
		hasActed = true
	}
	for (const type of events) window.addEventListener(type, markActed, { capture: true, passive: true })
	document.addEventListener('click', onClick)
	// The player's router may have replaced the page, or may be about to replace it.
	const onCourse = (work: () => void) => () => void (location.pathname === path && work())
	window.addEventListener('popstate', onCourse(onPopState))
	window.addEventListener('pagehide', onCourse(saveHistoryState))
	window.matchMedia(NARROW).addEventListener('change', onFolding)
}

let isListening = false
/** Path of the course on display; empty if there is none. */
let path = ''
/** First module of the page on which `startModules` last ran. */
let started: HTMLElement | undefined
/**
 * Starts the modules of a course page. If URL and history name no module, the page's island chooses one for members.
 */
export function startModules(): void {
	const [first] = moduleCards()
	// The page's script and its island both call this, in either order, and the reader may act in between.
	if (isListening && first === started) return
	if (!isListening) listen()
	isListening = true
	started = first
	hasActed = false
	$shownModule.set(undefined)
	path = first ? location.pathname : ''
	if (!path) return
	const known = initialModule()
	const { module, y } = (history.state as HistoryState) ?? {}
	if (known !== undefined) {
		openModule(known)
		if (isNewVisit()) afterPaint(() => isNewVisit() && scrollToModule(known, 'instant'))
		// The browser restores the scroll offset too early, while all modules are still folded.
		else if (y !== undefined) afterPaint(() => !hasActed && scrollToOffset(module, y))
	} else if (document.documentElement.dataset.auth === 'visitor') openModule(first?.dataset.module)
}
