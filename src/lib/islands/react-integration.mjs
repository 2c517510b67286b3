// @ts-check
import { fileURLToPath } from 'node:url'
import stock from '@astrojs/react'

// Paths, not URLs: the bundler does not support file: URLs.
const pathOf = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url))

/** @type {import('vite').Plugin} */
const writtenOnce = {
	name: 'second-chair:props-are-written-once',
	enforce: 'pre',
	resolveId(id, importer) {
		const isOfAstro = /\/(?:serialize|shorthash)\.js$/.test(id) && importer?.includes('/astro/dist/runtime/server/')
		return isOfAstro ? pathOf('./written-once.ts') : undefined
	},
}

/** @type {import('vite').Plugin} */
const ownJsx = {
	name: 'second-chair:jsx',
	enforce: 'post',
	config: () => ({ oxc: { jsx: { runtime: 'automatic', importSource: '#jsx' } } }),
}

/** Returns `@astrojs/react` with our own JSX runtime and renderers. */
export function react() {
	const integration = stock()
	const setup = integration.hooks['astro:config:setup']
	integration.hooks['astro:config:setup'] = (options) => {
		options.updateConfig({ vite: { plugins: [writtenOnce, ownJsx] } })
		return setup?.({
			...options,
			addRenderer: (renderer) =>
				options.addRenderer({
					...renderer,
					clientEntrypoint: pathOf('./client-renderer.ts'),
					serverEntrypoint: pathOf('./server-renderer.ts'),
				}),
		})
	}
	return integration
}
