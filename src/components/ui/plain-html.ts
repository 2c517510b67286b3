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

type Icon = Parameters<typeof createElement<{ 'aria-hidden': 'true'; className: string; strokeWidth: number }>>[0]

const drawn = new WeakMap<object, Map<string, PlainHtml>>()

/** A decorative icon of lucide as HTML: drawn once, since every page has the same. */
export function iconHtml(icon: Exclude<Icon, string>, className: string): PlainHtml {
	const known = drawn.get(icon) ?? new Map<string, PlainHtml>()
	drawn.set(icon, known)
	const html =
		known.get(className) ?? plainHtml(createElement(icon, { 'aria-hidden': 'true', className, strokeWidth: 1.75 }))
	known.set(className, html)
	return html
}
