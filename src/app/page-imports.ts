import { ISLAND_IMPORTS_ID, type IslandImports } from '#src/lib/client-directives/fetch-ahead.ts'

// Before the properties, which may hold any character.
const ISLAND = /<astro-island [^>]*?component-url="([^"]+)"[^>]*?renderer-url="([^"]+)"/g
// What a template holds is not run before somebody asks for it.
const TEMPLATE = /<template\b[\s\S]*?<\/template>/g
const SCRIPT = /<script type="module" src="([^"]+)"/g
const IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([^"'/]+\.js)["']/g

/**
 * Makes what adds to a page which further files its scripts import: a browser learns of them only when it has the file
 * that imports them, one wait later. Those of the page's own scripts are asked for at once; those of an island are
 * listed for the moment when it wakes, since many never do.
 * @param read the code of a built file by its address; undefined where there is none.
 */
export function pageImports(read: (address: string) => string | undefined): (html: string) => string {
	const known = new Map<string, string[]>()
	const importsOf = (address: string) => {
		const names = known.get(address) ?? [...(read(address) ?? '').matchAll(IMPORT)].map(([, name = '']) => name)
		known.set(address, names)
		return names
	}

	function preloads(html: string): string {
		const scripts = [...html.replaceAll(TEMPLATE, '').matchAll(SCRIPT)].map(([, address = '']) => address)
		const files = scripts.flatMap((address) => importsOf(address).map((name) => address.replace(/[^/]*$/, name)))
		return [...new Set(files)].map((file) => `<link rel="modulepreload" href="${file}">`).join('')
	}

	function list(html: string): string {
		const listed: IslandImports = {}
		for (const [, component = '', renderer = ''] of html.matchAll(ISLAND))
			for (const address of [component, renderer])
				if (importsOf(address).length > 0) listed[address] = importsOf(address)
		if (Object.keys(listed).length === 0) return ''
		return `<script type="application/json" id="${ISLAND_IMPORTS_ID}">${JSON.stringify(listed)}</script>`
	}

	return (html) => {
		const head = html.indexOf('</head>')
		return head === -1 ? html : html.slice(0, head) + preloads(html) + list(html) + html.slice(head)
	}
}
