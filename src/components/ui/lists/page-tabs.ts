/** Event from a panel after its tab was selected. It bubbles. */
export const TAB_SHOWN = 'tab-shown'

const LIST = '[role="tablist"][data-tabs]'

const tabsBeside = (tab: Element) => [...(tab.closest(LIST)?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
const panelOf = (tab: Element) => document.getElementById(tab.getAttribute('aria-controls') ?? '')

function choose(chosen: HTMLElement): void {
	for (const tab of tabsBeside(chosen)) {
		const state = tab === chosen ? 'active' : 'inactive'
		tab.setAttribute('aria-selected', String(tab === chosen))
		tab.tabIndex = tab === chosen ? 0 : -1
		tab.dataset.state = state
		const panel = panelOf(tab)
		if (panel) panel.dataset.state = state
	}
	panelOf(chosen)?.dispatchEvent(new Event(TAB_SHOWN, { bubbles: true }))
}

/** Returns the index of the tab that a key moves to from the tab at `at`, of `count` tabs; wraps around. */
function placeAfter(key: string, at: number, count: number): number | undefined {
	if (key === 'Home') return 0
	if (key === 'End') return count - 1
	const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
	return step && (at + step + count) % count
}

/**
 * Makes server-rendered tabs (`PageTabs.astro`) work by click, arrow keys, Home and End, without React. Islands use
 * `components/ui/lists/Tabs.tsx`, which looks the same.
 */
export function startTabs(): void {
	const tabOf = ({ target }: Event) =>
		target instanceof Element ? target.closest<HTMLElement>(`${LIST} [role="tab"]`) : null
	document.addEventListener('click', (event) => {
		const tab = tabOf(event)
		if (tab) choose(tab)
	})
	document.addEventListener('keydown', (event) => {
		const tab = tabOf(event)
		if (!tab) return
		const tabs = tabsBeside(tab)
		const next = tabs[placeAfter(event.key, tabs.indexOf(tab), tabs.length) ?? -1]
		if (!next) return
		event.preventDefault()
		choose(next)
		next.focus()
	})
}
