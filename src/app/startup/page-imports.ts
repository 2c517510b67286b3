import { ISLAND_IMPORTS_ID, type IslandImports } from '#src/lib/islands/hydrate.ts'

// One expression for everything, so that a page is scanned once. Astro writes the props, which may contain `>`, after
// the URLs.
const TAGS =
	/<(?:astro-island [^>]*?component-url="(?<component>[^"]+)"[^>]*?renderer-url="(?<renderer>[^"]+)"|script type="module" src="(?<script>[^"]+)"|template|\/template)/g
const IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([^"'/]+\.js)["']/g

/** Finds the files in the tags of a page: scripts that run immediately, and files of islands that hydrate later. */
function filesIn(html: Buffer) {
	const scripts: string[] = []
	const islands: string[] = []
	// The content of a template is inert until it is used.
	let isInTemplate = false
	for (const { 0: tag, groups: { component, renderer, script } = {} } of html.toString('latin1').matchAll(TAGS)) {
		if (component && renderer) islands.push(component, renderer)
		else if (!script) isInTemplate = tag === '<template'
		else if (!isInTemplate) scripts.push(script)
	}
	return { scripts, islands }
}

/**
 * Creates a function that adds the transitive imports of a page's scripts to the page: a browser discovers them only
 * after loading the importing file. Imports of the page's own scripts are preloaded; those of islands are listed for
 * hydration, since many islands never hydrate.
 * @param read returns the code of a built file by its URL, or undefined.
 */
export function pageImports(read: (url: string) => string | undefined): (html: Buffer) => Buffer {
	const cache = new Map<string, string[]>()
	const importsOf = (url: string): string[] => {
		const cached = cache.get(url)
		if (cached) return cached
		const names = [...(read(url) ?? '').matchAll(IMPORT)].map(([, name = '']) => name)
		// Copy: a match of an expression keeps the whole page in memory.
		cache.set(Buffer.from(url).toString(), names)
		return names
	}

	function additionsTo(html: Buffer): string {
		const { scripts, islands } = filesIn(html)
		const preloaded = new Set(scripts.flatMap((file) => importsOf(file).map((name) => file.replace(/[^/]*$/, name))))
		const preloads = [...preloaded].map((file) => `<link rel="modulepreload" href="${file}">`).join('')
		const listed: IslandImports = {}
		for (const file of islands) if (importsOf(file).length > 0) listed[file] = importsOf(file)
		if (Object.keys(listed).length === 0) return preloads
		return `${preloads}<script type="application/json" id="${ISLAND_IMPORTS_ID}">${JSON.stringify(listed)}</script>`
	}

	return (html) => {
		const head = html.indexOf('</head>')
		if (head === -1) return html
		return Buffer.concat([html.subarray(0, head), Buffer.from(additionsTo(html)), html.subarray(head)])
	}
}
