// @ts-check
import { getAdapter } from '@astrojs/node'

/**
 * Server code is not bundled: it runs from its source, so that a request, the publisher and the start file
 * share one database connection and one page store.
 */
const SERVER_CODE = /^#(db\/|src\/app\/|src\/platform\/|src\/features\/[^/]+\/server\/)/

/**
 * Imports of all that `entry` comes to need through others. A browser learns of an import only when it has the file
 * that has it: an island was four files deep, and on a slow line each of them takes its seconds.
 * @param {{ fileName: string, imports: string[] }} entry
 * @param {Readonly<Record<string, { type: string, imports?: string[] }>>} bundle
 */
function furtherImports(entry, bundle) {
	const needed = new Set(entry.imports)
	for (const name of needed) for (const next of bundle[name]?.imports ?? []) needed.add(next)
	const known = new Set([entry.fileName, ...entry.imports])
	return [...needed]
		.filter((name) => !known.has(name))
		.map((name) => `\nimport"./${name.slice(name.lastIndexOf('/') + 1)}";`)
		.join('')
}

/**
 * Files that are put together. By itself the bundler makes one of every set of modules that the same pages need: eight
 * of half a kilobyte that all pages load, forty that an island waits for; and a browser asks for six at a time, each of
 * which waits for an answer. What stands first takes a module that two would have.
 */
const TOGETHER = [
	{
		// With the style and the font that a page begins with, six scripts are two more than there are connections.
		name: 'page',
		test: /\/src\/lib\/(?:\w+\/)?(admin-change|auth-state|csrf|cues|draft-storage|ids|offline-pages|known-zone|reader-zone|remembered-filter|routes|toast|unread|toast-signal)\.ts$|\/podcast\/components\/player\/player-signal\.ts$|\/node_modules\/nanostores\/|vite\/preload-helper/,
	},
	{ name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\// },
	// What nearly every island draws with.
	{
		name: 'ui',
		test: /\/src\/components\/ui\/(?:\w+\/)?(Alert|Badge|Button|EmptyState|FetchError|Field|LazyPart|LoadMore|Progress|Skeleton|Spinner|chair|focus|styles)\.tsx?$|\/src\/lib\/(?:\w+\/)?(errors|links|use-draft)\.ts$|\/node_modules\/lucide-react\/dist\/esm\/(?!icons\/)|\/icons\/(arrow-down|arrow-up|check|circle-check|circle-exclamation-point|external-link|info|lock|play|x)\.m?js$/,
	},
	// What nearly every island asks the server with. The player of the podcast does without queries.
	{
		name: 'api',
		test: /\/node_modules\/zod\/|\/src\/lib\/(?:\w+\/)?(api-client|contract|fields|beacon|page|version)\.ts$/,
	},
	{
		name: 'query',
		test: /\/node_modules\/@tanstack\/|\/src\/lib\/(?:\w+\/)?(failure-toast|query|query-client|query-list|use-is-hydrating)\.ts$/,
	},
	{
		name: 'radix',
		test: /\/node_modules\/@radix-ui\/(primitive|react-(collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|use-[a-z-]+))\//,
	},
	// What the script of a course page works with, and the islands on it too.
	{
		name: 'course-page',
		test: /\/src\/features\/courses\/components\/(course-modules|module-slots)\.ts$|\/modules\/types\/video\/player-(frame|messages)\.ts$/,
	},
	{
		name: 'learning',
		test: /\/src\/features\/(courses|discussion|modules)\/(contract|course-format|journal-contract|queries)\.ts$/,
	},
	// What both kinds of islands of a course page are made of.
	{
		name: 'course',
		test: /\/src\/features\/(courses\/components\/(save-places|use-progress|use-reading-state)|modules\/(worksheets|types\/(module-type|registry|\w+\/schema))|discussion\/components\/DiscussionSkeleton)\.tsx?$/,
	},
	// What every time is written with.
	{
		name: 'time',
		test: /\/node_modules\/(date-fns|@date-fns\/tz)\/|\/src\/lib\/(?:\w+\/)?(dates|zoned-time)\.ts$|\/src\/components\/ui\/(?:\w+\/)?(LocalTime\.tsx|use-own-zone\.ts)$/,
	},
]

/**
 * What our server needs of the build beyond the stock adapter.
 * @param {{ ownEntry?: boolean }} [options] `ownEntry: false` keeps the stock entry, for the benchmark.
 */
export function secondChair({ ownEntry = true } = {}) {
	/** @type {import('astro').AstroIntegration} */
	const integration = {
		name: 'second-chair',
		hooks: {
			'astro:config:setup': ({ updateConfig, command }) => {
				// The hashes are those of a build; Vite's own inline scripts and styles have none, and would all be refused.
				if (command === 'dev') updateConfig({ security: { csp: false } })
				if (command !== 'build') return
				updateConfig({
					vite: {
						// Packages of a thousand small files, of which a page uses a few: loading them whole took a second.
						ssr: { noExternal: ['date-fns', 'lucide-react'] },
						environments: {
							client: { build: { rolldownOptions: { output: { codeSplitting: { groups: TOGETHER } } } } },
						},
						plugins: [
							{
								name: 'second-chair:server-code-stays-outside',
								enforce: 'pre',
								resolveId(id, importer) {
									if (!SERVER_CODE.test(id)) return undefined
									// Left outside a browser's bundle it would be an address that no browser can load.
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
										if (file.type === 'chunk' && file.isEntry) file.code += furtherImports(file, bundle)
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
