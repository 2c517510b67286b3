import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { expectTranslatedText } from './jsx-runtime.ts'
import { PROPS_ATTRIBUTE, unpackProps } from './props.ts'
import { slotElement } from './slot-element.ts'

/** Whether a translator changed texts: Chrome and Edge put them into `font`, Firefox changes the language of the page. */
const isTranslated = (element: HTMLElement) =>
	document.documentElement.lang !== 'en' || element.querySelector('font') !== null

/**
 * The browser's half of an island. All of it is taken over at once: the stock one of `@astrojs/react` does so in slices,
 * and whatever a translator or a reader does between two of them meets an island that is half awake.
 */
export default function clientRenderer(element: HTMLElement) {
	return (
		Component: ComponentType,
		props: Record<string, unknown>,
		{ default: children, ...slots }: Record<string, string>,
	): void => {
		// Astro calls again when an attribute changes.
		if (!element.hasAttribute('ssr')) return
		// Otherwise React would draw the island anew, without the input so far.
		if (isTranslated(element)) expectTranslatedText()
		const packed = element.getAttribute(PROPS_ATTRIBUTE)
		const given = packed ? { ...props, ...unpackProps(packed) } : { ...props }
		for (const [name, html] of Object.entries(slots)) given[name] = slotElement(html, true, name)
		if (children !== undefined) given.children = slotElement(children, true)
		const identifierPrefix = element.getAttribute('prefix') ?? ''
		flushSync(() => hydrateRoot(element, createElement(Component, given), { identifierPrefix }))
	}
}
