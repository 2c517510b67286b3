import { ISLAND_IMPORTS_ID, type IslandImports } from '#src/lib/islands/fetch-ahead.ts'

// All that is looked for, so that a page is gone through once. No attribute holds a `>` or a quotation mark before the
// addresses: Astro writes both otherwise in the props.
const TAGS =
	/<(?:astro-island [^>]*?component-url="(?<component>[^"]+)"[^>]*?renderer-url="(?<renderer>[^"]+)"|script type="module" src="(?<script>[^"]+)"|template|\/template)/g
const IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([^"'/]+\.js)["']/g

/** Which files the tags of a page name: scripts that run at once, and what islands load when they wake. */
function filesIn(html: Buffer) {
	const scripts: string[] = []
	const islands: string[] = []
	// What a template holds is not run before somebody asks for it.
	let isHeld = false
	for (const { 0: tag, groups: { component, renderer, script } = {} } of html.toString('latin1').matchAll(TAGS)) {
		if (component && renderer) islands.push(component, renderer)
		else if (!script) isHeld = tag === '<template'
		else if (!isHeld) scripts.push(script)
	}
	return { scripts, islands }
}

/**
 * Makes what adds to a page which further files its scripts import: a browser learns of them only when it has the file
 * that imports them, one wait later. Those of the page's own scripts are asked for at once; those of an island are
 * listed for the moment when it wakes, since many never do.
 * @param read the code of a built file by its address; undefined where there is none.
 */
export function pageImports(read: (address: string) => string | undefined): (html: Buffer) => Buffer {
	const known = new Map<string, string[]>()
	const importsOf = (address: string): string[] => {
		const before = known.get(address)
		if (before) return before
		const names = [...(read(address) ?? '').matchAll(IMPORT)].map(([, name = '']) => name)
		// A copy: what an expression found is a piece of the page, and would keep all of it in memory.
		known.set(Buffer.from(address).toString(), names)
		return names
	}

	function additionsTo(html: Buffer): string {
		const { scripts, islands } = filesIn(html)
		const asked = new Set(scripts.flatMap((file) => importsOf(file).map((name) => file.replace(/[^/]*$/, name))))
		const preloads = [...asked].map((file) => `<link rel="modulepreload" href="${file}">`).join('')
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
