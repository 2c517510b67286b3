// @ts-check
// Packages whose package.json is 180 kB long. Node reads and parses all of it once for every file of theirs, and for
// every import of one: half a second and 150 MB of garbage at each start (docs/decisions/036).
// In plain JavaScript, since it is in force before anything else is loaded.
import { registerHooks } from 'node:module'

const PACKAGES = ['drizzle-orm', 'date-fns']
const inside = new RegExp(`/node_modules/(${PACKAGES.join('|')})/(?!.*/node_modules/)`)
const bare = new RegExp(`^(${PACKAGES.join('|')})(/|$)`)

/** What an import of ours leads to, by its words: we have one version of each package. */
const known = new Map()

registerHooks?.({
	resolve(specifier, context, next) {
		const { parentURL } = context
		const isImport = context.conditions.includes('import')
		if (!isImport || parentURL === undefined) return next(specifier, context)
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
