// @ts-check
// Caches compiled code between starts, and resolves imports without the disk where the specifier is enough. Node
// would stat several files for each import and reread the nearest package.json, which has 180 kB in two packages:
// rereading it costs half a second and 150 MB of garbage at each start (docs/decisions/007).
// Plain JavaScript, since it is loaded before everything else (`node --import`).
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/second-chair/compiled', import.meta.url)))

const PACKAGES = ['drizzle-orm', 'date-fns']
const inside = new RegExp(`/node_modules/(${PACKAGES.join('|')})/(?!.*/node_modules/)`)
const bare = new RegExp(`^(${PACKAGES.join('|')})(/|$)`)
const root = new URL('../../', import.meta.url).href

/** Resolved URLs by specifier: there is one version of each package. */
const resolvedUrls = new Map()

/**
 * Resolves imports of our own files, which always use full names, by path or by `#src/` and `#db/` of package.json.
 * @param {string} specifier
 * @param {string} parentURL
 */
function resolveOwn(specifier, parentURL) {
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
		const own = resolveOwn(specifier, parentURL)
		if (own) return own
		const isFromPackage = inside.test(parentURL)
		// These packages are `type: module` and use full file names too.
		if (isFromPackage && /^\.\.?\/.*\.js$/.test(specifier))
			return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
		if (!bare.test(specifier) || (!isFromPackage && parentURL.includes('/node_modules/')))
			return next(specifier, context)
		const resolved = resolvedUrls.get(specifier) ?? next(specifier, context)
		resolvedUrls.set(specifier, resolved)
		return { ...resolved, shortCircuit: true }
	},
})
