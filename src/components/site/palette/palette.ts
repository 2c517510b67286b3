import { SIGN_IN_ENDED } from '#src/lib/api/csrf.ts'
import { searchAddress, TAB_NAMES } from '#src/lib/lists/search-tabs.ts'
import { type Answer, clearAnswers, searchQuickly } from './palette-answers.ts'
import { askFor, findCommands, loadActions } from './palette-commands.ts'
import type { OpenPalette, PaletteOpening, PlayEpisode } from './palette-names.ts'
import { recentSearches, rememberSearch } from './palette-recent.ts'
import { dialog, form, input, list, make, type Option, optionElement, status } from './palette-view.ts'

// The search palette: its content and its keys.

const DEBOUNCE_MS = 160
const LOADING_DELAY_MS = 400

interface Group {
	name: string
	options: readonly Option[]
}

let options: Array<Option & { element: HTMLAnchorElement }> = []
let chosen = 0
/** The text that the list is for; differs from the field while a request is pending. */
let shownFor = ''

const typedNow = () => input.value.trim()

const startsWith = (label: string, typed: string) => label.toLowerCase().startsWith(typed.toLowerCase())

function choose(at: number): void {
	chosen = Math.max(0, Math.min(at, options.length - 1))
	for (const [place, { element }] of options.entries()) element.ariaSelected = String(place === chosen)
	const element = options[chosen]?.element
	if (element) input.setAttribute('aria-activedescendant', element.id)
	else input.removeAttribute('aria-activedescendant')
	element?.scrollIntoView({ block: 'nearest' })
}

/** @param selectedLabel label of the option to select; by default, the first option is selected. */
function show(typed: string, groups: readonly Group[], message: string, selectedLabel?: string): void {
	shownFor = typed
	options = []
	const shown = groups.filter((group) => group.options.length > 0)
	list.replaceChildren(
		...shown.map(({ name, options: groupOptions }) => {
			const group = make('div', 'palette-group', { role: 'group', 'aria-label': name })
			const title = make('p', 'palette-group-name', { 'aria-hidden': 'true' })
			title.textContent = name
			group.append(title)
			for (const option of groupOptions) {
				const place = options.length
				const element = optionElement(option, place)
				element.addEventListener('mousemove', () => chosen !== place && choose(place))
				options.push({ ...option, element })
				group.append(element)
			}
			return group
		}),
	)
	status.textContent = message
	list.ariaBusy = null
	input.ariaExpanded = String(options.length > 0)
	choose(options.findIndex(({ label }) => label === selectedLabel))
}

const commandGroups = (typed: string): Group[] =>
	findCommands(typed).map((group) => ({
		...group,
		options: group.options.map((command) => ({ ...command, isCommand: true })),
	}))

function showCommands(letter: string, selectedLabel?: string): void {
	const recent = recentSearches().map((typed) => ({ label: typed, href: searchAddress(typed), typed }))
	const groups = [...(letter === '' ? [{ name: 'Recent searches', options: recent }] : []), ...commandGroups(letter)]
	show(letter, groups, '', selectedLabel)
}

/** Adds the actions that depend on the reader. The selected option stays selected. */
async function addActions(): Promise<void> {
	await loadActions()
	if (dialog.open && typedNow() === shownFor && shownFor.length < 2) showCommands(shownFor, options[chosen]?.label)
}

function showAnswer(typed: string, { groups, corrected, failed, hasEnded, titles }: Answer): void {
	if (failed !== undefined) {
		show(typed, commandGroups(typed), failed)
		return
	}
	// The header also shows the expired session, with a link back to this page.
	if (hasEnded) window.dispatchEvent(new Event(SIGN_IN_ENDED))
	const hitGroups = groups.map(
		({ kind, hits }): Group => ({
			name: TAB_NAMES[kind],
			options: hits.map((hit) => ({
				...{ label: hit.title, marks: hit.titleMarks, href: hit.url, context: hit.context },
				// Show an excerpt only if the title contains no match.
				...(hit.titleMarks.length === 0 ? { text: hit.text, textMarks: hit.textMarks } : {}),
			})),
		}),
	)
	const titleGroup: Group = {
		name: 'Titles',
		options: titles.map(({ kind, title, url }) => {
			const context = kind.charAt(0).toUpperCase() + kind.slice(1)
			return { label: title, href: url, context }
		}),
	}
	const count = groups.reduce((sum, { hits }) => sum + hits.length, titles.length)
	const label = count === 0 ? 'Open the search page' : 'See all results'
	const more = [...(count === 0 ? askFor(typed) : []), { label, href: searchAddress(typed) }]
	const commands = commandGroups(typed)
	// Prefer titles that begin with the text over those that contain it.
	const matchesCommand = commands.some((group) => group.options.some(({ label }) => startsWith(label, typed)))
	const correction = corrected?.[0] ? `Showing results for ${corrected[0].query}. ` : ''
	const countText = count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`
	const sessionNotice = hasEnded ? 'You have been signed out, so you only see public results. ' : ''
	const hits = [titleGroup, ...hitGroups]
	const all = [...(matchesCommand ? [...commands, ...hits] : [...hits, ...commands]), { name: 'More', options: more }]
	show(typed, all, sessionNotice + correction + countText)
}

let timer = 0
let loadingTimer = 0
let pendingSearch: AbortController | undefined

function cancelSearch(): void {
	clearTimeout(timer)
	clearTimeout(loadingTimer)
	pendingSearch?.abort()
}

async function runSearch(typed: string): Promise<void> {
	const controller = new AbortController()
	pendingSearch = controller
	loadingTimer = window.setTimeout(() => {
		status.textContent = 'Searching…'
		list.ariaBusy = 'true'
	}, LOADING_DELAY_MS)
	const answer = await searchQuickly(typed, controller.signal)
	if (controller.signal.aborted) return
	clearTimeout(loadingTimer)
	showAnswer(typed, answer)
}

function onInput(): void {
	cancelSearch()
	const typed = typedNow()
	if (typed.length < 2) showCommands(typed)
	else timer = window.setTimeout(() => void runSearch(typed), DEBOUNCE_MS)
}

function openResults(): void {
	rememberSearch(input.value)
	location.assign(searchAddress(typedNow()))
}

let load: PaletteOpening['load']
const PLAY_CODE = '#play-code'
const PLAY_EPISODE: PlayEpisode = 'play-episode'

/** Plays an episode on this page. If the page has no player or its script fails to load, opens the episode's page. */
async function play(slug: string, page: string): Promise<void> {
	try {
		if (!document.querySelector(PLAY_CODE)) throw new Error('no player')
		await load(PLAY_CODE)
		document.dispatchEvent(new CustomEvent(PLAY_EPISODE, { detail: slug }))
	} catch {
		location.assign(page)
	}
}

/** Opens the selected option, or repeats a recent search. */
function follow(option: Option | undefined): void {
	if (!option) {
		openResults()
		return
	}
	if (option.typed !== undefined) {
		input.value = option.typed
		onInput()
		return
	}
	if (!option.isCommand) rememberSearch(input.value)
	dialog.close()
	const { href = '', plays, press } = option
	if (press) press()
	else if (plays !== undefined) void play(plays, href)
	// Open other sites in a new tab, as links to them do.
	else if (/^https?:/.test(href)) window.open(href, '_blank', 'noopener')
	else location.assign(href)
}

input.addEventListener('input', onInput)
input.addEventListener('keydown', (event) => {
	const hasModifier = event.ctrlKey || event.metaKey
	// Keep the shortcut from reaching the browser's own search field.
	if (hasModifier && event.key.toLowerCase() === 'k') {
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
	// With a modifier, such as Shift to select text, the field handles the keys.
	if (next !== undefined && !event.shiftKey && !hasModifier && !event.altKey) {
		event.preventDefault()
		choose(next)
	}
	if (event.key !== 'Enter' || event.isComposing) return
	event.preventDefault()
	const option = options[chosen]
	// Ignore the selection of a list for an older text, unless it is a command that the new text also names.
	const isStale = shownFor !== typedNow() && !(option?.isCommand && startsWith(option.label, typedNow()))
	if (hasModifier || isStale) openResults()
	else follow(option)
})
// Keep focus in the field.
list.addEventListener('mousedown', (event) => {
	if ((event.target as Element).closest('.palette-hit')) event.preventDefault()
})
form.addEventListener('submit', (event) => {
	event.preventDefault()
	openResults()
})
dialog.addEventListener('click', (event) => {
	const target = event.target as Element
	const link = target.closest<HTMLAnchorElement>('.palette-hit')
	if (link && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
		event.preventDefault()
		follow(options.find(({ element }) => element === link))
	} else if (target === dialog || target.closest('.palette-close')) dialog.close()
})
dialog.addEventListener('close', cancelSearch)
document.body.append(dialog)
// The player's router replaces the body.
document.addEventListener('astro:page-load', () => document.body.append(dialog))

/** Opens the palette with the text typed while it loaded. */
function open({ typed, load: loadScript }: PaletteOpening): void {
	if (dialog.open) return
	load = loadScript
	clearAnswers()
	const [words = '', sent] = typed.split('\n')
	input.value = words
	showCommands('')
	dialog.showModal()
	input.focus()
	void addActions()
	if (sent !== undefined) openResults()
	else if (words) onInput()
}

const OPEN_PALETTE: OpenPalette = 'open-palette'
document.addEventListener(OPEN_PALETTE, (event) => open((event as CustomEvent<PaletteOpening>).detail))
