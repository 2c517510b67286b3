import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { expectTranslatedText } from './jsx-runtime.ts'

/** Returns whether a translator changed the text: Chrome and Edge wrap it in `font`, Firefox changes `lang`. */
const isTranslated = (element: HTMLElement) =>
	document.documentElement.lang !== 'en' || element.querySelector('font') !== null

/**
 * Hydrates an island in the browser, synchronously. The stock renderer of `@astrojs/react` hydrates in slices, and a
 * translator or the user could change a half-hydrated island between two slices. Does not support slots.
 */
export default function clientRenderer(element: HTMLElement) {
	return (Component: ComponentType, props: Record<string, unknown>): void => {
		// Astro calls this again when an attribute changes.
		if (!element.hasAttribute('ssr')) return
		// Otherwise React would render the island from scratch and lose the input.
		if (isTranslated(element)) expectTranslatedText()
		// An island that persists on the next page must not share ids with an island there.
		const identifierPrefix = element.dataset.astroTransitionPersist ?? element.getAttribute('prefix') ?? ''
		const root = flushSync(() => hydrateRoot(element, createElement(Component, props), { identifierPrefix }))
		element.addEventListener('astro:unmount', () => root.unmount(), { once: true })
	}
}
