import { SEARCH_PATH, searchAddress, TAB_NAMES } from '#src/lib/search-tabs.ts'
import { type Answer, type FoundHit, searchQuickly } from './palette-answers.ts'
import { findCommands } from './palette-commands.ts'
import type { OpenPalette } from './palette-names.ts'
import { recentSearches, rememberSearch } from './palette-recent.ts'

// The palette of the search: the browser's dialog with a combobox and its listbox (WAI-ARIA). No React: it opens on pages
// that have none. The focus stays in the field; what is chosen is told by `aria-activedescendant`.

/** How long somebody types before they are answered, in milliseconds. */
const PAUSE_MS = 160

type Marks = FoundHit['titleMarks']

interface Option {
	label: string
	marks?: Marks
	context?: string
	text?: string
	textMarks?: Marks
	href: string
	/** It is looked for in place of being followed. */
	typed?: string
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

/** A text with what was found marked. */
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
<span><kbd>Enter</kbd> open</span><span><kbd>Ctrl Enter</kbd> all</span></p></div>`
const part = <E extends Element>(selector: string) => dialog.querySelector(selector) as E
const form = part<HTMLFormElement>('form')
const input = part<HTMLInputElement>('input')
const list = part<HTMLElement>('[role="listbox"]')
const status = part<HTMLElement>('[role="status"]')

let options: Array<Option & { element: HTMLAnchorElement }> = []
let chosen = 0

function choose(at: number): void {
	chosen = Math.max(0, Math.min(at, options.length - 1))
	for (const [place, { element }] of options.entries()) element.ariaSelected = String(place === chosen)
	const element = options[chosen]?.element
	if (element) input.setAttribute('aria-activedescendant', element.id)
	else input.removeAttribute('aria-activedescendant')
	element?.scrollIntoView({ block: 'nearest' })
}

/** A link, so that it opens in another tab too; the keys are those of the field. */
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

function show(groups: readonly Group[], said: string): void {
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
	choose(0)
}

const commandGroup = (typed: string): Group => ({
	name: 'Go to',
	options: findCommands(typed).map(({ label, href }) => ({ label, href })),
})

function showBeginning(): void {
	const recent = recentSearches().map((typed) => ({ label: typed, href: searchAddress(typed), typed }))
	show([{ name: 'Recent searches', options: recent }, commandGroup('')], '')
}

function showAnswer(typed: string, { groups, corrected, failed, titles }: Answer): void {
	if (failed !== undefined) {
		show([commandGroup(typed)], failed)
		return
	}
	const found = groups.map(
		({ kind, hits }): Group => ({
			name: TAB_NAMES[kind],
			options: hits.map((hit) => ({
				...{ label: hit.title, marks: hit.titleMarks, href: hit.url, context: hit.context },
				// Of a title that has the words nobody needs to read on here.
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
	show([begin, ...found, commandGroup(typed), all], meant + number)
}

let timer = 0
let asked: AbortController | undefined

async function look(typed: string): Promise<void> {
	asked?.abort()
	const asking = new AbortController()
	asked = asking
	const answer = await searchQuickly(typed, asking.signal)
	if (!asking.signal.aborted && input.value.trim() === typed) showAnswer(typed, answer)
}

function onInput(): void {
	clearTimeout(timer)
	const typed = input.value.trim()
	if (typed.length < 2) {
		asked?.abort()
		showBeginning()
		return
	}
	timer = window.setTimeout(() => void look(typed), PAUSE_MS)
}

function goToAll(): void {
	rememberSearch(input.value)
	location.assign(searchAddress(input.value.trim()))
}

/** Follows what is chosen; a recent search is looked for again. */
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
	rememberSearch(input.value)
	dialog.close()
	location.assign(option.href)
}

input.addEventListener('input', onInput)
input.addEventListener('keydown', (event) => {
	const steps: Record<string, number> = {
		ArrowDown: (chosen + 1) % Math.max(1, options.length),
		ArrowUp: (chosen - 1 + options.length) % Math.max(1, options.length),
		Home: 0,
		End: options.length - 1,
	}
	const next = steps[event.key]
	// With a modifier, as to mark what is typed, the keys are the field's.
	if (next !== undefined && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
		event.preventDefault()
		choose(next)
	}
	if (event.key !== 'Enter' || event.isComposing) return
	event.preventDefault()
	if (event.ctrlKey || event.metaKey) goToAll()
	else follow(options[chosen])
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
dialog.addEventListener('close', () => {
	clearTimeout(timer)
	asked?.abort()
})
document.body.append(dialog)

/** Opens the palette with what was typed while it was on its way. */
function open(typed: string): void {
	if (dialog.open) return
	input.value = typed
	showBeginning()
	dialog.showModal()
	input.focus()
	if (typed) onInput()
}

const OPEN_PALETTE: OpenPalette = 'open-palette'
document.addEventListener(OPEN_PALETTE, (event) => open((event as CustomEvent<string>).detail))
