import { unescapeHTML } from 'astro/compiler-runtime'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** HTML that Astro inserts verbatim in an `.astro` file: `{iconHtml(Check, 'size-4')}`. */
type PlainHtml = ReturnType<typeof unescapeHTML>

/**
 * Renders a React element to static HTML. Astro awaits each React component and each `<Fragment set:html>`, and buffers
 * the rest of the page in pieces. This function is synchronous.
 */
export const plainHtml = (element: ReactElement): PlainHtml => unescapeHTML(renderToStaticMarkup(element))

type Icon = Exclude<Parameters<typeof createElement>[0], string>

const iconCache = new WeakMap<object, Map<string, PlainHtml>>()

/** Returns the shapes of a lucide icon. Their shared attributes (color, stroke) come from `.icon` in base.css. */
function shapesOf(icon: Icon): string {
	const svg = renderToStaticMarkup(createElement(icon))
	return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
}

/**
 * Renders a decorative lucide icon as HTML, with a cache.
 * @param className its size. Without a size, the icon would be as wide as its container.
 */
export function iconHtml(icon: Icon, className: `size-${string}`): PlainHtml {
	const bySize = iconCache.get(icon) ?? new Map<string, PlainHtml>()
	iconCache.set(icon, bySize)
	const html =
		bySize.get(className) ??
		unescapeHTML(`<svg class="icon ${className}" viewBox="0 0 24 24" aria-hidden="true">${shapesOf(icon)}</svg>`)
	bySize.set(className, html)
	return html
}
