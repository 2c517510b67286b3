import type { NamedSSRLoadedRendererValue, SSRResult } from 'astro'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup as renderStatic, renderToString } from 'react-dom/server'
import { PROPS_ATTRIBUTE, packProps } from './props.ts'
import { slotElement } from './slot-element.ts'

/** Number of components per page, for unique prefixes: a shared one would repeat ids of fields. */
const counts = new WeakMap<SSRResult, number>()

function nextPrefix(result: SSRResult): string {
	const count = counts.get(result) ?? 0
	counts.set(result, count + 1)
	return `r${count}`
}

/** Converts a slot name to React's style: `first-line` to `firstLine`. */
const propName = (slot: string) => slot.trim().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** React's resource hints, which would end up in the middle of the page. */
const HINTS = /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g

/**
 * Server half of `@astrojs/react`, for a site with only React. The stock one renders each plain function twice, to
 * detect components, and each icon through a web stream. Do not use `lazy` in the initial state of a screen: this
 * renderer emits its fallback, which React in the browser reports as a recovered error.
 */
const serverRenderer: NamedSSRLoadedRendererValue = {
	name: '@astrojs/react',
	supportsAstroStaticSlot: true,
	check: async (Component: unknown) => typeof Component === 'function' || typeof Component === 'object',
	async renderToStaticMarkup(
		this: { result: SSRResult },
		Component: ComponentType,
		props: Record<string, unknown>,
		{ default: children, ...slots }: Record<string, string>,
		metadata?: { hydrate?: string },
	) {
		const isIsland = metadata?.hydrate !== undefined
		const prefix = nextPrefix(this.result)
		const { class: _, ...given } = props
		const attrs = { prefix, ...(isIsland && Object.keys(given).length > 0 && { [PROPS_ATTRIBUTE]: packProps(given) }) }
		for (const [name, html] of Object.entries(slots))
			given[propName(name)] = slotElement(html, isIsland, propName(name))
		if (children !== undefined) given.children = slotElement(children, isIsland)
		const render = isIsland ? renderToString : renderStatic
		const html = render(createElement(Component, given), { identifierPrefix: prefix })
		return { html: html.replace(HINTS, ''), attrs }
	},
}

export default serverRenderer
