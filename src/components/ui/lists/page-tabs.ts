/** Bubbling event that a panel dispatches after its tab was selected. */
export const TAB_SHOWN = 'tab-shown'

const LIST = '[role="tablist"][data-tabs]'

const siblingTabs = (tab: Element) => [...(tab.closest(LIST)?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
const panelOf = (tab: Element) => document.getElementById(tab.getAttribute('aria-controls') ?? '')

function select(selected: HTMLElement): void {
	for (const tab of siblingTabs(selected)) {
		const state = tab === selected ? 'active' : 'inactive'
		tab.setAttribute('aria-selected', String(tab === selected))
		tab.tabIndex = tab === selected ? 0 : -1
		tab.dataset.state = state
		const panel = panelOf(tab)
		if (panel) panel.dataset.state = state
	}
	panelOf(selected)?.dispatchEvent(new Event(TAB_SHOWN, { bubbles: true }))
}

/** Returns the index of the tab that a key moves to from the tab at `at`, of `count` tabs; wraps around. */
function nextIndex(key: string, at: number, count: number): number | undefined {
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
		if (tab) select(tab)
	})
	document.addEventListener('keydown', (event) => {
		const tab = tabOf(event)
		if (!tab) return
		const tabs = siblingTabs(tab)
		const next = tabs[nextIndex(event.key, tabs.indexOf(tab), tabs.length) ?? -1]
		if (!next) return
		event.preventDefault()
		select(next)
		next.focus()
	})
}
