import type { NamedSSRLoadedRendererValue, SSRResult } from 'astro'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup as renderStatic, renderToString } from 'react-dom/server'
import { PROPS_ATTRIBUTE, packProps } from './props.ts'
import { slotElement } from './slot-element.ts'

/** How many components each page has so far: two with the same prefix would give their fields the same ids. */
const counts = new WeakMap<SSRResult, number>()

function nextPrefix(result: SSRResult): string {
	const count = counts.get(result) ?? 0
	counts.set(result, count + 1)
	return `r${count}`
}

/** `first-line` as React names it: `firstLine`. */
const propName = (slot: string) => slot.trim().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** React's hints of what a component will load: they would stand in the middle of the page. */
const HINTS = /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g

/**
 * The server's half of `@astrojs/react`, for a site that has React alone. The stock one renders each bare function once
 * more, to learn whether it is a component at all, and each icon through a web stream. Nothing that is `lazy` belongs into
 * the first state of a screen: this one shows its fallback, which React in the browser reports as an error it recovered from.
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
