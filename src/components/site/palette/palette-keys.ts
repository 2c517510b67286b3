import { readDraft } from '#src/lib/forms/draft-storage.ts'
import type { OpenPalette, SlashKey } from './palette-names.ts'

const SLASH_KEY: SlashKey = 'search-slash'
const OPEN_PALETTE: OpenPalette = 'open-palette'

/** What one writes in has its own keys. The field of a dialog that was just closed keeps the focus for a moment. */
const isField = (target: EventTarget | null) =>
	target instanceof HTMLElement &&
	!target.closest('dialog:not([open])') &&
	(target.isContentEditable || target.matches('input,textarea,select,[role=textbox]'))

/**
 * Keeps the letters that are typed while the palette is on its way, and the end of a line where they are sent.
 * @returns what ends that and gives them
 */
function keepLetters(): () => string {
	let letters = ''
	const onKey = (event: KeyboardEvent) => {
		const { key } = event
		const isSent = key === 'Enter' && letters !== ''
		if (!isSent && (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey)) return
		event.preventDefault()
		event.stopPropagation()
		letters += isSent ? '\n' : key
	}
	document.addEventListener('keydown', onKey, true)
	return () => {
		document.removeEventListener('keydown', onKey, true)
		return letters
	}
}

let loading: Promise<unknown> | undefined

/**
 * Fetches the palette, once. Its address is that of a script in a template, which no page runs by itself: an `import()`
 * would bring the bundler's code for it to every page, which is more than all of this.
 */
function load(): Promise<unknown> {
	loading ??= new Promise((resolve, reject) => {
		const script = document.createElement('script')
		script.type = 'module'
		script.onload = resolve
		script.onerror = reject
		// By its attribute: in a template an address has no page that it would be relative to.
		const kept = document.querySelector<HTMLTemplateElement>('#palette-code')?.content.querySelector('script')
		script.src = kept?.getAttribute('src') ?? ''
		document.head.append(script)
	})
	return loading
}

/** Where the palette cannot be loaded, the page of results does the same. */
async function open(link: HTMLAnchorElement): Promise<void> {
	const letters = keepLetters()
	const isThere = await load().then(
		() => true,
		// Another press tries it again: the network may be back.
		() => {
			loading = undefined
			return false
		},
	)
	const detail = letters()
	if (isThere) document.dispatchEvent(new CustomEvent(OPEN_PALETTE, { detail }))
	else location.assign(link.href)
}

/**
 * The button of the search opens the palette, and so do Ctrl-K or Cmd-K, and `/` outside fields. Ctrl-F stays the
 * browser's. Nothing of the palette is loaded before.
 */
export function startPalette(): void {
	const link = document.querySelector<HTMLAnchorElement>('[data-search]')
	if (!link) return
	link.role = 'button'
	link.ariaHasPopup = 'dialog'
	link.addEventListener('click', (event) => {
		// To another tab or window it goes as any link does.
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		event.preventDefault()
		void open(link)
	})
	document.addEventListener('keydown', (event) => {
		const { key, target, altKey, shiftKey } = event
		if (event.defaultPrevented || altKey || document.querySelector('dialog[open]')) return
		const isHeld = event.ctrlKey || event.metaKey
		// A button answers to the space bar, a link does not.
		const isPress = key === ' ' && target === link
		// The admin screens have a field of their own for it, an editor has the key for links.
		const isLetter = isHeld && !shiftKey && key.toLowerCase() === 'k' && !document.querySelector('.find-input')
		const isSlash = key === '/' && !isHeld && !isField(target) && !readDraft(SLASH_KEY)
		if (!(isPress || isSlash || (isLetter && !(target instanceof HTMLElement && target.isContentEditable)))) return
		event.preventDefault()
		void open(link)
	})
}
