import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/**
 * An element that no island needs, as HTML for `set:html` in an `.astro` file. Astro renders each React component of a
 * page as a stream of its own, some of them twice to find out what they are: on a page with forty icons that is half
 * of the work.
 */
export const plainHtml = (element: ReactElement): string => renderToStaticMarkup(element)

type Icon = Parameters<typeof createElement<{ 'aria-hidden': 'true'; className: string; strokeWidth: number }>>[0]

const drawn = new WeakMap<object, Map<string, string>>()

/** A decorative icon of lucide as HTML: drawn once, since every page has the same. */
export function iconHtml(icon: Exclude<Icon, string>, className: string): string {
	const known = drawn.get(icon) ?? new Map<string, string>()
	drawn.set(icon, known)
	const html =
		known.get(className) ?? plainHtml(createElement(icon, { 'aria-hidden': 'true', className, strokeWidth: 1.75 }))
	known.set(className, html)
	return html
}
