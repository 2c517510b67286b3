import { readDraft } from '#src/lib/forms/draft-storage.ts'
import type { OpenPalette, PaletteOpening, SlashKey } from './palette-names.ts'

const SLASH_KEY: SlashKey = 'search-slash'
const OPEN_PALETTE: OpenPalette = 'open-palette'

/**
 * Returns whether an element accepts text. Ignores fields in a dialog that just closed, which keep focus for a moment.
 */
const isField = (target: EventTarget | null) =>
	target instanceof HTMLElement &&
	!target.closest('dialog:not([open])') &&
	(target.isContentEditable || target.matches('input,textarea,select,[role=textbox]'))

/**
 * Records letters that are typed while the palette loads, and a newline for Enter.
 * @returns a function that stops recording and returns the letters.
 */
function recordLetters(): () => string {
	let letters = ''
	const onKey = (event: KeyboardEvent) => {
		const { key } = event
		const isEnter = key === 'Enter' && letters !== ''
		if (!isEnter && (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey)) return
		event.preventDefault()
		event.stopPropagation()
		letters += isEnter ? '\n' : key
	}
	document.addEventListener('keydown', onKey, true)
	return () => {
		document.removeEventListener('keydown', onKey, true)
		return letters
	}
}

const loading = new Map<string, Promise<unknown>>()

/**
 * Loads the script of a template once, because scripts in a template do not run. An `import()` would add the bundler's
 * loader to every page, which is larger than this file.
 */
function load(template: string): Promise<unknown> {
	const started = loading.get(template)
	if (started) return started
	const script = document.createElement('script')
	script.type = 'module'
	// Read the attribute, because in a template the property has no base URL.
	const templateScript = document.querySelector<HTMLTemplateElement>(template)?.content.querySelector('script')
	script.src = templateScript?.getAttribute('src') ?? ''
	const loaded = new Promise((resolve, reject) => {
		script.onload = resolve
		script.onerror = reject
	})
	loading.set(template, loaded)
	// Let the next press retry, because the network may be back.
	loaded.catch(() => loading.delete(template))
	document.head.append(script)
	return loaded
}

/** Opens the palette, or the results page if it cannot be loaded. */
async function open(link: HTMLAnchorElement): Promise<void> {
	const stopRecording = recordLetters()
	const isLoaded = await load('#palette-code').then(
		() => true,
		() => false,
	)
	const typed = stopRecording()
	if (isLoaded) document.dispatchEvent(new CustomEvent<PaletteOpening>(OPEN_PALETTE, { detail: { typed, load } }))
	else location.assign(link.href)
}

const searchLink = () => document.querySelector<HTMLAnchorElement>('[data-search]')

/** Turns the search link of a new page into a button. Without scripts it leads to the results page. */
export function markPaletteLink(): void {
	const link = searchLink()
	if (!link) return
	link.role = 'button'
	link.ariaHasPopup = 'dialog'
}

/**
 * Makes the search button, Ctrl-K or Cmd-K, and `/` outside of fields open the palette. Leaves Ctrl-F to the browser.
 * Loads the palette at first use.
 */
export function startPalette(): void {
	document.addEventListener('click', (event) => {
		const link = searchLink()
		// Modifiers open a new tab or window, as for any link.
		if (!link?.contains(event.target as Node) || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
			return
		event.preventDefault()
		void open(link)
	})
	document.addEventListener('keydown', (event) => {
		const { key, target, altKey, shiftKey } = event
		const link = searchLink()
		if (!link || event.defaultPrevented || altKey || document.querySelector('dialog[open]')) return
		const hasModifier = event.ctrlKey || event.metaKey
		// Space does not activate a link by default, but must activate a button.
		const isPress = key === ' ' && target === link
		// Admin screens use Ctrl-K for their own search field, and editors use it for links.
		const isShortcut = hasModifier && !shiftKey && key.toLowerCase() === 'k' && !document.querySelector('.find-input')
		const isSlash = key === '/' && !hasModifier && !isField(target) && !readDraft(SLASH_KEY)
		if (!(isPress || isSlash || (isShortcut && !(target instanceof HTMLElement && target.isContentEditable)))) return
		event.preventDefault()
		void open(link)
	})
}
