import { createElement, type ReactNode } from 'react'

/** What Astro rendered, in the element by which Astro and the browser's half find it again. */
export function slotElement(html: string, isIsland: boolean, name?: string): ReactNode {
	if (html.trim() === '') return null
	return createElement(isIsland ? 'astro-slot' : 'astro-static-slot', {
		name,
		suppressHydrationWarning: true,
		dangerouslySetInnerHTML: { __html: html },
	})
}
