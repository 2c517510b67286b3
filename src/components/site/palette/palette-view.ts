import { SEARCH_PATH } from '#src/lib/lists/search-tabs.ts'
import type { FoundHit } from './palette-answers.ts'
import type { Command } from './palette-commands.ts'

// The elements of the palette: a native dialog with a combobox and listbox (WAI-ARIA). Does not use React, because the
// palette also opens on pages without React. Focus stays in the field; `aria-activedescendant` names the selected
// option.

type Marks = FoundHit['titleMarks']

export interface Option extends Command {
	marks?: Marks
	text?: string
	textMarks?: Marks
	/** Text to search for instead of following a link. */
	typed?: string
	/** Whether it is an action or a page rather than a search result. */
	isCommand?: boolean
}

export function make<Name extends keyof HTMLElementTagNameMap>(
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
function appendMarked(into: HTMLElement, text: string, marks: Marks = []): HTMLElement {
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

export const dialog = make('dialog', 'dialog palette', { 'aria-label': 'Search' })
dialog.innerHTML = `<form class="palette-form" action="${SEARCH_PATH}" role="search">
<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg>
<input class="palette-input" name="q" role="combobox" aria-label="Search for" aria-expanded="true" aria-controls="palette-found"
aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" enterkeyhint="search" placeholder="Search">
<button type="button" class="palette-close">Close</button></form>
<div id="palette-found" class="palette-found" role="listbox" aria-label="Results" tabindex="-1"></div>
<div class="palette-foot"><p role="status"></p><p class="palette-keys" aria-hidden="true"><span><kbd>↑↓</kbd> choose</span>
<span><kbd>Enter</kbd> open</span><span><kbd>${/Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'} Enter</kbd> all</span></p></div>`
const part = <E extends Element>(selector: string) => dialog.querySelector(selector) as E
export const form = part<HTMLFormElement>('form')
export const input = part<HTMLInputElement>('input')
export const list = part<HTMLElement>('[role="listbox"]')
export const status = part<HTMLElement>('[role="status"]')

/** Creates an option as a link, so that it can be opened in another tab. The field handles the keys. */
export function optionElement({ label, marks, context, text, textMarks, href }: Option, at: number): HTMLAnchorElement {
	const element = make('a', 'palette-hit', { role: 'option', id: `palette-${at}`, tabindex: '-1' })
	if (href !== undefined) element.href = href
	element.append(appendMarked(make('span', ''), label, marks))
	if (text) element.append(appendMarked(make('span', 'palette-text'), text, textMarks))
	if (context) {
		const line = make('span', 'palette-context')
		line.textContent = context
		element.append(line)
	}
	return element
}
