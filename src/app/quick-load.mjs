// @ts-check
// Keeps what was compiled for the next start or command, and answers what an import leads to where its words say so.
// Otherwise Node asks the disk several times for each import, and reads the nearest package.json anew: those of two
// packages are 180 kB long, half a second and 150 MB of garbage at each start (docs/decisions/007).
// In plain JavaScript, since it is in force before anything else is loaded (`node --import`).
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/second-chair/compiled', import.meta.url)))

const PACKAGES = ['drizzle-orm', 'date-fns']
const inside = new RegExp(`/node_modules/(${PACKAGES.join('|')})/(?!.*/node_modules/)`)
const bare = new RegExp(`^(${PACKAGES.join('|')})(/|$)`)
const root = new URL('../../', import.meta.url).href

/** What an import of ours leads to, by its words: we have one version of each package. */
const known = new Map()

/**
 * Our own files name each other in full, by path or by `#src/` and `#db/` of package.json.
 * @param {string} specifier
 * @param {string} parentURL
 */
function oursOf(specifier, parentURL) {
	if (!parentURL.startsWith(root) || parentURL.includes('/node_modules/')) return undefined
	const format = specifier.endsWith('.ts') ? 'module-typescript' : specifier.endsWith('.mjs') ? 'module' : undefined
	if (!format) return undefined
	if (/^\.\.?\//.test(specifier)) return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
	if (/^#(src|db)\//.test(specifier)) return { url: root + specifier.slice(1), format, shortCircuit: true }
	return undefined
}

registerHooks?.({
	resolve(specifier, context, next) {
		const { parentURL } = context
		const isImport = context.conditions.includes('import')
		if (!isImport || parentURL === undefined) return next(specifier, context)
		const ours = oursOf(specifier, parentURL)
		if (ours) return ours
		const isTheirs = inside.test(parentURL)
		// Both are of `type: module`, and name their own files in full.
		if (isTheirs && /^\.\.?\/.*\.js$/.test(specifier))
			return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
		if (!bare.test(specifier) || (!isTheirs && parentURL.includes('/node_modules/'))) return next(specifier, context)
		const resolved = known.get(specifier) ?? next(specifier, context)
		known.set(specifier, resolved)
		return { ...resolved, shortCircuit: true }
	},
})
