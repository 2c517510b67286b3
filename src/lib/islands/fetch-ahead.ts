/** Of the list that a built page has in its head. */
export const ISLAND_IMPORTS_ID = 'island-imports'

/** What each file of an island imports, by its address: names of files beside it. */
export type IslandImports = Record<string, string[]>

const asked = new Set<string>()

/** Asks at once for all that an island's code will ask for: by itself it would do so one file after the other. */
export function fetchAhead(island: HTMLElement): void {
	// Development has no list: its files are not the built ones.
	const listed: IslandImports = JSON.parse(document.getElementById(ISLAND_IMPORTS_ID)?.textContent || '{}')
	for (const attribute of ['component-url', 'renderer-url']) {
		const address = island.getAttribute(attribute) ?? ''
		for (const name of listed[address] ?? []) {
			// A course has an island for each of its quizzes.
			if (asked.has(name)) continue
			asked.add(name)
			const link = document.createElement('link')
			link.rel = 'modulepreload'
			link.href = address.replace(/[^/]*$/, name)
			document.head.append(link)
		}
	}
}
