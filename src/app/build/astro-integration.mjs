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
 * of half a kilobyte that all pages load, and a browser asks for six at a time, each of which waits for an answer.
 */
const TOGETHER = [
	{
		name: 'page',
		test: /\/src\/lib\/(auth-state|csrf|draft-storage|ids|kept-pages|remembered-filter|routes|toast|unread|client-directives\/toast-signal)\.ts$|\/node_modules\/nanostores\//,
	},
	{ name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
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
