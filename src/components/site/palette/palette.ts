import { SIGN_IN_ENDED } from '#src/lib/api/csrf.ts'
import { SEARCH_PATH, searchAddress, TAB_NAMES } from '#src/lib/lists/search-tabs.ts'
import { type Answer, type FoundHit, forgetAnswers, searchQuickly } from './palette-answers.ts'
import { findCommands } from './palette-commands.ts'
import type { OpenPalette } from './palette-names.ts'
import { recentSearches, rememberSearch } from './palette-recent.ts'

// The search palette: a native dialog with a combobox and listbox (WAI-ARIA). No React: it opens on pages without it.
// Focus stays in the field; `aria-activedescendant` names the selected option.

const DEBOUNCE_MS = 160
const LOADING_DELAY_MS = 400

type Marks = FoundHit['titleMarks']

interface Option {
	label: string
	marks?: Marks
	context?: string
	text?: string
	textMarks?: Marks
	href: string
	/** Text to search for, instead of a link to follow. */
	typed?: string
	/** A navigation command, independent of the search. */
	isCommand?: boolean
}
interface Group {
	name: string
	options: Option[]
}

function make<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	className: string,
	attributes: Record<string, string> = {},
): HTMLElementTagNameMap[Name] {
	const element = document.createElement(name)
	element.className = className
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
	return element
}

/** Appends text with highlighted matches. */
function marked(into: HTMLElement, text: string, marks: Marks = []): HTMLElement {
	let from = 0
	for (const [start, end] of marks) {
		const mark = make('mark', 'post-mark')
		mark.textContent = text.slice(start, end)
		into.append(text.slice(from, start), mark)
		from = end
	}
	into.append(text.slice(from))
	return into
}

const dialog = make('dialog', 'dialog palette', { 'aria-label': 'Search' })
dialog.innerHTML = `<form class="palette-form" action="${SEARCH_PATH}" role="search">
<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg>
<input class="palette-input" name="q" role="combobox" aria-label="Search for" aria-expanded="true" aria-controls="palette-found"
aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" enterkeyhint="search" placeholder="Search">
<button type="button" class="palette-close">Close</button></form>
<div id="palette-found" class="palette-found" role="listbox" aria-label="Results" tabindex="-1"></div>
<div class="palette-foot"><p role="status"></p><p class="palette-keys" aria-hidden="true"><span><kbd>↑↓</kbd> choose</span>
<span><kbd>Enter</kbd> open</span><span><kbd>${/Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'} Enter</kbd> all</span></p></div>`
const part = <E extends Element>(selector: string) => dialog.querySelector(selector) as E
const form = part<HTMLFormElement>('form')
const input = part<HTMLInputElement>('input')
const list = part<HTMLElement>('[role="listbox"]')
const status = part<HTMLElement>('[role="status"]')

let options: Array<Option & { element: HTMLAnchorElement }> = []
let chosen = 0
/** The text that the list answers; differs from the field while a request is pending. */
let shownFor = ''

const typedNow = () => input.value.trim()

function choose(at: number): void {
	chosen = Math.max(0, Math.min(at, options.length - 1))
	for (const [place, { element }] of options.entries()) element.ariaSelected = String(place === chosen)
	const element = options[chosen]?.element
	if (element) input.setAttribute('aria-activedescendant', element.id)
	else input.removeAttribute('aria-activedescendant')
	element?.scrollIntoView({ block: 'nearest' })
}

/** Creates an option as a link, so that it can be opened in another tab. The field handles the keys. */
function optionElement(option: Option, place: number): HTMLAnchorElement {
	const { label, marks, context, text, textMarks, href } = option
	const element = make('a', 'palette-hit', { role: 'option', id: `palette-${place}`, href, tabindex: '-1' })
	element.append(marked(make('span', ''), label, marks))
	if (text) element.append(marked(make('span', 'palette-text'), text, textMarks))
	if (context) {
		const line = make('span', 'palette-context')
		line.textContent = context
		element.append(line)
	}
	element.addEventListener('mousemove', () => chosen !== place && choose(place))
	return element
}

function show(typed: string, groups: readonly Group[], said: string): void {
	shownFor = typed
	options = []
	const shown = groups.filter((group) => group.options.length > 0)
	list.replaceChildren(
		...shown.map(({ name, options: ofGroup }) => {
			const group = make('div', 'palette-group', { role: 'group', 'aria-label': name })
			const title = make('p', 'palette-group-name', { 'aria-hidden': 'true' })
			title.textContent = name
			group.append(title)
			for (const option of ofGroup) {
				const element = optionElement(option, options.length)
				options.push({ ...option, element })
				group.append(element)
			}
			return group
		}),
	)
	status.textContent = said
	list.ariaBusy = null
	input.ariaExpanded = String(options.length > 0)
	choose(0)
}

const commandGroups = (typed: string): Group[] =>
	findCommands(typed).map(({ name, commands }) => ({
		name,
		options: commands.map((command) => ({ ...command, isCommand: true })),
	}))

function showBeginning(letter: string): void {
	const recent = recentSearches().map((typed) => ({ label: typed, href: searchAddress(typed), typed }))
	show(letter, [...(letter === '' ? [{ name: 'Recent searches', options: recent }] : []), ...commandGroups(letter)], '')
}

function showAnswer(typed: string, { groups, corrected, failed, hasEnded, titles }: Answer): void {
	if (failed !== undefined) {
		show(typed, commandGroups(typed), failed)
		return
	}
	// The header shows it too, with a link back to this page.
	if (hasEnded) window.dispatchEvent(new Event(SIGN_IN_ENDED))
	const found = groups.map(
		({ kind, hits }): Group => ({
			name: TAB_NAMES[kind],
			options: hits.map((hit) => ({
				...{ label: hit.title, marks: hit.titleMarks, href: hit.url, context: hit.context },
				// Show an excerpt only if the title contains no match.
				...(hit.titleMarks.length === 0 ? { text: hit.text, textMarks: hit.textMarks } : {}),
			})),
		}),
	)
	const begin: Group = {
		name: 'Titles',
		options: titles.map(({ kind, title, url }) => {
			const context = kind.charAt(0).toUpperCase() + kind.slice(1)
			return { label: title, href: url, context }
		}),
	}
	const count = groups.reduce((sum, { hits }) => sum + hits.length, titles.length)
	const label = count === 0 ? 'Open the search page' : 'See all results'
	const all: Group = { name: 'More', options: [{ label, href: searchAddress(typed) }] }
	const meant = corrected?.[0] ? `Showing results for ${corrected[0].query}. ` : ''
	const number = count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`
	const ended = hasEnded ? 'You have been signed out, so you only see public results. ' : ''
	show(typed, [begin, ...found, ...commandGroups(typed), all], ended + meant + number)
}

let timer = 0
let patience = 0
let asked: AbortController | undefined

function stopLooking(): void {
	clearTimeout(timer)
	clearTimeout(patience)
	asked?.abort()
}

async function look(typed: string): Promise<void> {
	const asking = new AbortController()
	asked = asking
	patience = window.setTimeout(() => {
		status.textContent = 'Searching…'
		list.ariaBusy = 'true'
	}, LOADING_DELAY_MS)
	const answer = await searchQuickly(typed, asking.signal)
	if (asking.signal.aborted) return
	clearTimeout(patience)
	showAnswer(typed, answer)
}

function onInput(): void {
	stopLooking()
	const typed = typedNow()
	if (typed.length < 2) showBeginning(typed)
	else timer = window.setTimeout(() => void look(typed), DEBOUNCE_MS)
}

function goToAll(): void {
	rememberSearch(input.value)
	location.assign(searchAddress(typedNow()))
}

/** Opens the selected option, or repeats a recent search. */
function follow(option: Option | undefined): void {
	if (!option) {
		goToAll()
		return
	}
	if (option.typed !== undefined) {
		input.value = option.typed
		onInput()
		return
	}
	if (!option.isCommand) rememberSearch(input.value)
	dialog.close()
	location.assign(option.href)
}

input.addEventListener('input', onInput)
input.addEventListener('keydown', (event) => {
	const isHeld = event.ctrlKey || event.metaKey
	// Keep the shortcut from reaching the browser's own search field.
	if (isHeld && event.key.toLowerCase() === 'k') {
		event.preventDefault()
		input.select()
	}
	const steps: Record<string, number> = {
		ArrowDown: (chosen + 1) % Math.max(1, options.length),
		ArrowUp: (chosen - 1 + options.length) % Math.max(1, options.length),
		Home: 0,
		End: options.length - 1,
	}
	const next = steps[event.key]
	// With a modifier, such as Shift to select text, the keys belong to the field.
	if (next !== undefined && !event.shiftKey && !isHeld && !event.altKey) {
		event.preventDefault()
		choose(next)
	}
	if (event.key !== 'Enter' || event.isComposing) return
	event.preventDefault()
	// The list still answers an older text, so nothing in it was chosen.
	if (isHeld || shownFor !== typedNow()) goToAll()
	else follow(options[chosen])
})
// Keep focus in the field.
list.addEventListener('mousedown', (event) => {
	if ((event.target as Element).closest('.palette-hit')) event.preventDefault()
})
form.addEventListener('submit', (event) => {
	event.preventDefault()
	goToAll()
})
dialog.addEventListener('click', (event) => {
	const target = event.target as Element
	const link = target.closest<HTMLAnchorElement>('.palette-hit')
	if (link && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
		event.preventDefault()
		follow(options.find(({ element }) => element === link))
	} else if (target === dialog || target.closest('.palette-close')) dialog.close()
})
dialog.addEventListener('close', stopLooking)
document.body.append(dialog)

/** Opens the palette with the text typed while it loaded. */
function open(typed: string): void {
	if (dialog.open) return
	forgetAnswers()
	const [words = '', sent] = typed.split('\n')
	input.value = words
	showBeginning('')
	dialog.showModal()
	input.focus()
	if (sent !== undefined) goToAll()
	else if (words) onInput()
}

const OPEN_PALETTE: OpenPalette = 'open-palette'
document.addEventListener(OPEN_PALETTE, (event) => open((event as CustomEvent<string>).detail))
