/** Id of the list in the head of a built page. */
export const ISLAND_IMPORTS_ID = 'island-imports'

/** Imports of each island file, by its address. Imports are names of files in the same folder. */
export type IslandImports = Record<string, string[]>

const asked = new Set<string>()

/** Preloads all files of an island in parallel: otherwise they load one level after another. */
function fetchAhead(island: HTMLElement): void {
	// Development has no list, because its files are not built.
	const listed: IslandImports = JSON.parse(document.getElementById(ISLAND_IMPORTS_ID)?.textContent || '{}')
	for (const attribute of ['component-url', 'renderer-url']) {
		const address = island.getAttribute(attribute) ?? ''
		for (const name of listed[address] ?? []) {
			// Several islands can share files, such as the quizzes of a course.
			if (asked.has(name)) continue
			asked.add(name)
			const link = document.createElement('link')
			link.rel = 'modulepreload'
			link.href = address.replace(/[^/]*$/, name)
			document.head.append(link)
		}
	}
}

/** Loads an island; Astro passes it to each directive. */
export type Load = () => Promise<() => Promise<void>>

/** Loads and hydrates an island. `onLoaded` runs before React takes over its fields. */
export async function hydrate(island: HTMLElement, load: Load, onLoaded?: () => void): Promise<void> {
	fetchAhead(island)
	const run = await load()
	onLoaded?.()
	await run()
}
