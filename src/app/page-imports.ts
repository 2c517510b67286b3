import { ISLAND_IMPORTS_ID, type IslandImports } from '#src/lib/client-directives/fetch-ahead.ts'

// No attribute holds a `>` or a quotation mark before them: Astro writes both otherwise in the props.
const ISLAND = /^<astro-island [^>]*?component-url="([^"]+)"[^>]*?renderer-url="([^"]+)"/
const SCRIPT = /^<script type="module" src="([^"]+)"/
const IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([^"'/]+\.js)["']/g

/**
 * What `expression` reads in each tag that begins so. The bytes are searched as they are: a page as a string, and what is
 * cut of it, would be made and collected for every one that is published.
 */
function* readEach(html: Buffer, begins: string, expression: RegExp) {
	for (let at = html.indexOf(begins); at !== -1; at = html.indexOf(begins, at + begins.length)) {
		const match = expression.exec(html.toString('latin1', at, html.indexOf('>', at)))
		if (match) yield { at, match }
	}
}

/** Whether places, asked for in their order, are in a template: what it holds is not run before somebody asks for it. */
function inTemplates(html: Buffer): (at: number) => boolean {
	let begin = html.indexOf('<template')
	return (at) => {
		while (begin !== -1 && begin < at) {
			const end = html.indexOf('</template>', begin)
			if (end === -1 || end > at) return true
			begin = html.indexOf('<template', end)
		}
		return false
	}
}

/**
 * Makes what adds to a page which further files its scripts import: a browser learns of them only when it has the file
 * that imports them, one wait later. Those of the page's own scripts are asked for at once; those of an island are
 * listed for the moment when it wakes, since many never do.
 * @param read the code of a built file by its address; undefined where there is none.
 */
export function pageImports(read: (address: string) => string | undefined): (html: Buffer) => Buffer {
	const known = new Map<string, string[]>()
	const importsOf = (address: string) => {
		const names = known.get(address) ?? [...(read(address) ?? '').matchAll(IMPORT)].map(([, name = '']) => name)
		known.set(address, names)
		return names
	}

	function preloads(html: Buffer): string {
		const isHeld = inTemplates(html)
		const scripts = [...readEach(html, '<script type="module"', SCRIPT)].filter(({ at }) => !isHeld(at))
		const files = scripts.flatMap(({ match: [, address = ''] }) =>
			importsOf(address).map((name) => address.replace(/[^/]*$/, name)),
		)
		return [...new Set(files)].map((file) => `<link rel="modulepreload" href="${file}">`).join('')
	}

	function list(html: Buffer): string {
		const listed: IslandImports = {}
		for (const { match } of readEach(html, '<astro-island ', ISLAND))
			for (const address of match.slice(1)) if (importsOf(address).length > 0) listed[address] = importsOf(address)
		if (Object.keys(listed).length === 0) return ''
		return `<script type="application/json" id="${ISLAND_IMPORTS_ID}">${JSON.stringify(listed)}</script>`
	}

	return (html) => {
		const head = html.indexOf('</head>')
		if (head === -1) return html
		return Buffer.concat([html.subarray(0, head), Buffer.from(preloads(html) + list(html)), html.subarray(head)])
	}
}
