import { createElement, type ReactNode } from 'react'

/** Wraps Astro's HTML in the element that Astro and the browser renderer look for. */
export function slotElement(html: string, isIsland: boolean, name?: string): ReactNode {
	if (html.trim() === '') return null
	return createElement(isIsland ? 'astro-slot' : 'astro-static-slot', {
		name,
		suppressHydrationWarning: true,
		dangerouslySetInnerHTML: { __html: html },
	})
}
