// @ts-check
import { fileURLToPath } from 'node:url'
import stock from '@astrojs/react'

// Paths, not URLs: the bundler does not support file: URLs.
const pathOf = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url))

/** @type {import('vite').Plugin} */
const ownJsx = {
	name: 'second-chair:jsx',
	enforce: 'post',
	config: () => ({ oxc: { jsx: { runtime: 'automatic', importSource: '#jsx' } } }),
}

/** Returns `@astrojs/react` with our JSX runtime, our renderer in the browser and our `client:` directives. */
export function islands() {
	const integration = stock()
	const setup = integration.hooks['astro:config:setup']
	integration.hooks['astro:config:setup'] = (options) => {
		options.updateConfig({ vite: { plugins: [ownJsx] } })
		// Their types are in `client-directives.d.ts`.
		for (const name of ['signal', 'member', 'now', 'reached', 'touched', 'listening'])
			options.addClientDirective({ name, entrypoint: pathOf(`./${name}-directive.ts`) })
		return setup?.({
			...options,
			addRenderer: (renderer) => options.addRenderer({ ...renderer, clientEntrypoint: pathOf('./client-renderer.ts') }),
		})
	}
	return integration
}
