import { ISLAND_IMPORTS_ID, type IslandImports } from '#src/lib/client-directives/fetch-ahead.ts'

// Before the properties, which may hold any character.
const ISLAND = /<astro-island [^>]*?component-url="([^"]+)"[^>]*?renderer-url="([^"]+)"/y
const SCRIPT = /<script type="module" src="([^"]+)"/y
const IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([^"'/]+\.js)["']/g

/** What `expression` reads wherever `begins` stands, with which it begins: that alone is found many times as fast. */
function* readEach(html: string, begins: string, expression: RegExp) {
	for (let at = html.indexOf(begins); at !== -1; at = html.indexOf(begins, at + begins.length)) {
		expression.lastIndex = at
		const match = expression.exec(html)
		if (match) yield match
	}
}

/** What a template holds is not run before somebody asks for it. */
const withoutTemplates = (html: string) =>
	html
		.split('<template')
		.map((part, at) => (at === 0 ? part : part.slice(part.indexOf('</template>'))))
		.join('')

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
		const scripts = [...readEach(withoutTemplates(html), '<script type="module"', SCRIPT)].map(
			([, address = '']) => address,
		)
		const files = scripts.flatMap((address) => importsOf(address).map((name) => address.replace(/[^/]*$/, name)))
		return [...new Set(files)].map((file) => `<link rel="modulepreload" href="${file}">`).join('')
	}

	function list(html: string): string {
		const listed: IslandImports = {}
		for (const [, component = '', renderer = ''] of readEach(html, '<astro-island ', ISLAND))
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
