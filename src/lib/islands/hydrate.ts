/** Id of the list in the head of a built page. */
export const ISLAND_IMPORTS_ID = 'island-imports'

/** Imports of each island file, by the file's URL. Imports are names of files in the same folder. */
export type IslandImports = Record<string, string[]>

const preloaded = new Set<string>()

/** Preloads all files of an island in parallel. Otherwise, each import would load only after its importer. */
function preloadImports(island: HTMLElement): void {
	// Development has no list, because its files are not built.
	const islandImports: IslandImports = JSON.parse(document.getElementById(ISLAND_IMPORTS_ID)?.textContent || '{}')
	for (const attribute of ['component-url', 'renderer-url']) {
		const url = island.getAttribute(attribute) ?? ''
		for (const name of islandImports[url] ?? []) {
			// Several islands can share files, such as the quizzes of a course.
			if (preloaded.has(name)) continue
			preloaded.add(name)
			const link = document.createElement('link')
			link.rel = 'modulepreload'
			link.href = url.replace(/[^/]*$/, name)
			document.head.append(link)
		}
	}
}

/** Loads an island; Astro passes it to each directive. */
export type Load = () => Promise<() => Promise<void>>

/** Loads and hydrates an island. `onLoaded` runs before React takes over its fields. */
export async function hydrate(island: HTMLElement, load: Load, onLoaded?: () => void): Promise<void> {
	preloadImports(island)
	const run = await load()
	onLoaded?.()
	await run()
}
