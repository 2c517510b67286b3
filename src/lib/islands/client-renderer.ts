import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { expectTranslatedText } from './jsx-runtime.ts'

/** Tells whether a translator changed texts: Chrome and Edge wrap them in `font`, Firefox changes `lang`. */
const isTranslated = (element: HTMLElement) =>
	document.documentElement.lang !== 'en' || element.querySelector('font') !== null

/**
 * Browser half of an island, which has no slots. Hydrates it synchronously: the stock renderer of `@astrojs/react` does
 * so in slices, and a change by a translator or a reader between two slices would meet a half-hydrated island.
 */
export default function clientRenderer(element: HTMLElement) {
	return (Component: ComponentType, props: Record<string, unknown>): void => {
		// Astro calls again when an attribute changes.
		if (!element.hasAttribute('ssr')) return
		// Otherwise React would render the island from scratch and lose the input.
		if (isTranslated(element)) expectTranslatedText()
		// An island that stays for the next page must not have ids of an island there.
		const identifierPrefix = element.dataset.astroTransitionPersist ?? element.getAttribute('prefix') ?? ''
		const root = flushSync(() => hydrateRoot(element, createElement(Component, props), { identifierPrefix }))
		element.addEventListener('astro:unmount', () => root.unmount(), { once: true })
	}
}
