// @ts-check
import { getAdapter } from '@astrojs/node'

/**
 * Server code is not bundled but runs from source, so requests, the publisher and the start file share one
 * database connection and one page store.
 */
const SERVER_CODE = /^#(db\/|src\/app\/|src\/platform\/|src\/features\/[^/]+\/server\/)/

/**
 * Returns import statements for the indirect imports of `entry`. A browser only discovers an import after loading the
 * file that has it: an island was four files deep, and each level costs a round trip.
 * @param {{ fileName: string, imports: string[] }} entry
 * @param {Readonly<Record<string, { type: string, imports?: string[] }>>} bundle
 */
function indirectImports(entry, bundle) {
	const needed = new Set(entry.imports)
	for (const name of needed) for (const next of bundle[name]?.imports ?? []) needed.add(next)
	const known = new Set([entry.fileName, ...entry.imports])
	return [...needed]
		.filter((name) => !known.has(name))
		.map((name) => `\nimport"./${name.slice(name.lastIndexOf('/') + 1)}";`)
		.join('')
}

/**
 * Modules to bundle into shared chunks. The default is one chunk for each set of modules that the same pages need:
 * eight chunks of half a kilobyte on every page, forty for an island. A browser loads six at a time, each a round trip.
 * A module that matches two entries goes into the first.
 */
const CHUNK_GROUPS = [
	{
		// Six scripts, a style sheet and a font would be two files more than the browser's six connections.
		name: 'page',
		test: /\/src\/lib\/(?:\w+\/)?(admin-change|auth-state|browser-storage|csrf|draft-storage|known-zone|single-playback|plain-get|reader-zone|remembered-filter|sign-in-link|toast|unread|toast-signal)\.ts$|\/podcast\/components\/player\/player-signal\.ts$|\/src\/components\/site\/(?:page\/(?:offline|prefetch|remembered-lists|return-links|swapped-history)|palette\/palette-keys|header\/(?:bell|disclosures|log-out|other-tabs))\.ts$|\/node_modules\/nanostores\/(?:atom|clean-stores)\/|vite\/preload-helper/,
	},
	{ name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react)\// },
	// Rendering code of nearly every island.
	{
		name: 'ui',
		test: /\/src\/components\/ui\/(?:\w+\/)?(Alert|Badge|Button|EmptyState|FetchError|Field|LazyPart|LoadMore|Progress|Skeleton|Spinner|chair|focus|styles)\.tsx?$|\/src\/lib\/(?:\w+\/)?(errors|links|use-draft)\.ts$|\/node_modules\/lucide-react\/dist\/esm\/(?!icons\/)|\/icons\/(arrow-down|arrow-up|check|circle-check|circle-exclamation-point|external-link|info|lock|play|x)\.m?js$/,
	},
	// API client of nearly every island. The podcast player needs no queries.
	{
		name: 'api',
		test: /\/node_modules\/zod\/|\/src\/lib\/(?:\w+\/)?(api-client|contract|fields|beacon|page|version)\.ts$/,
	},
	{
		name: 'query',
		test: /\/node_modules\/@tanstack\/|\/src\/lib\/(?:\w+\/)?(query|query-client|query-list|use-is-hydrating)\.ts$/,
	},
	{
		name: 'radix',
		test: /\/node_modules\/@radix-ui\/(primitive|react-(collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|use-[a-z-]+))\//,
	},
	// Shared by the script of a course page and its islands.
	{
		name: 'course-page',
		test: /\/src\/features\/courses\/components\/course-modules\.ts$|\/modules\/(?:types\/video\/play|components\/worksheet-links)\.ts$|\/ui\/lists\/page-tabs\.ts$/,
	},
	{
		name: 'learning',
		test: /\/src\/features\/(courses|discussion|modules)\/(contract|course-format|journal-contract|queries)\.ts$/,
	},
	// Shared by both kinds of islands on a course page.
	{
		name: 'course',
		test: /\/src\/features\/(courses\/components\/(module-position|module-slots|save-places|use-progress|use-reading-state)|modules\/(worksheets|types\/(module-type|registry|\w+\/schema))|discussion\/components\/DiscussionSkeleton)\.tsx?$/,
	},
	// Formatting of dates and times.
	{
		name: 'time',
		test: /\/node_modules\/(date-fns|@date-fns\/tz)\/|\/src\/lib\/(?:\w+\/)?(dates|use-own-zone|zoned-time)\.ts$|\/src\/components\/ui\/LocalTime\.tsx$/,
	},
]

/**
 * Extends the build with the parts that our server needs beyond the stock adapter.
 * @param {{ ownEntry?: boolean }} [options] `ownEntry: false` keeps the stock entry, for the benchmark.
 */
export function secondChair({ ownEntry = true } = {}) {
	/** @type {import('astro').AstroIntegration} */
	const integration = {
		name: 'second-chair',
		hooks: {
			'astro:config:setup': ({ updateConfig, command }) => {
				// Only builds have hashes; Vite's own inline scripts and styles would all be blocked.
				if (command === 'dev') updateConfig({ security: { csp: false } })
				if (command !== 'build') return
				updateConfig({
					vite: {
						// Packages with a thousand small files, of which a page uses a few: loading them unbundled takes a second.
						ssr: { noExternal: ['date-fns', 'lucide-react'] },
						environments: {
							client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } } } },
						},
						plugins: [
							{
								name: 'second-chair:server-code-stays-outside',
								enforce: 'pre',
								resolveId(id, importer) {
									if (!SERVER_CODE.test(id)) return undefined
									// An external import in a browser bundle would be a URL that no browser can load.
									if (this.environment.name === 'client')
										this.error(`${importer} goes to the browser and may not import ${id}`)
									return { id, external: true }
								},
							},
							{
								name: 'second-chair:imports-in-one-go',
								generateBundle(_options, bundle) {
									if (this.environment.name !== 'client') return
									for (const file of Object.values(bundle))
										if (file.type === 'chunk' && file.isEntry) file.code += indirectImports(file, bundle)
								},
							},
						],
					},
				})
			},
			'astro:config:done': ({ setAdapter }) => {
				if (!ownEntry) return
				setAdapter({
					...getAdapter({ staticHeaders: true }),
					serverEntrypoint: new URL('../astro-entry.ts', import.meta.url),
				})
			},
		},
	}
	return integration
}
