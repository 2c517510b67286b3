// @ts-check
import { fileURLToPath } from 'node:url'

/** Registers our `client:` directives. Their types are in `client-directives.d.ts`. */
export function clientDirectives() {
	/** @type {import('astro').AstroIntegration} */
	const integration = {
		name: 'client-directives',
		hooks: {
			'astro:config:setup': ({ addClientDirective }) => {
				// A path, not a URL: esbuild, which bundles the entry, does not support file: URLs.
				for (const name of ['toast', 'member', 'now', 'reached', 'touched', 'playing', 'listening'])
					addClientDirective({ name, entrypoint: fileURLToPath(new URL(`./${name}-directive.ts`, import.meta.url)) })
			},
		},
	}
	return integration
}
