import { unescapeHTML } from 'astro/compiler-runtime'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** HTML that Astro writes as it stands, where an `.astro` file names it: `{iconHtml(Check, 'size-4')}`. */
type PlainHtml = ReturnType<typeof unescapeHTML>

/**
 * An element that no island needs, as HTML. For each React component of a page, and for each `<Fragment set:html>`,
 * Astro waits, with what comes after it kept in pieces; this is written at once.
 */
export const plainHtml = (element: ReactElement): PlainHtml => unescapeHTML(renderToStaticMarkup(element))

type Icon = Exclude<Parameters<typeof createElement>[0], string>

const drawn = new WeakMap<object, Map<string, PlainHtml>>()

/** What is drawn in an icon of lucide. What all of them say of themselves (color, line) says `.icon` in base.css. */
function shapesOf(icon: Icon): string {
	const svg = renderToStaticMarkup(createElement(icon))
	return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
}

/**
 * A decorative icon of lucide as HTML: drawn once, since every page has the same.
 * @param className its size: without one it is as wide as what it stands in.
 */
export function iconHtml(icon: Icon, className: `size-${string}`): PlainHtml {
	const known = drawn.get(icon) ?? new Map<string, PlainHtml>()
	drawn.set(icon, known)
	const html =
		known.get(className) ??
		unescapeHTML(`<svg class="icon ${className}" viewBox="0 0 24 24" aria-hidden="true">${shapesOf(icon)}</svg>`)
	known.set(className, html)
	return html
}
