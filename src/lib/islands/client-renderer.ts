import hydrate from '@astrojs/react/client.js'
import { expectTranslatedText } from './jsx-runtime.ts'
import { PROPS_ATTRIBUTE, unpackProps } from './props.ts'

/** Whether a translator changed texts: Chrome and Edge put them into `font`, Firefox changes the language of the page. */
const isTranslated = (element: HTMLElement) =>
	document.documentElement.lang !== 'en' || element.querySelector('font') !== null

/** The browser's half of `@astrojs/react`, with the props that `server-renderer.ts` wrote. */
export default function clientRenderer(element: HTMLElement): ReturnType<typeof hydrate> {
	const start = hydrate(element)
	const packed = element.getAttribute(PROPS_ATTRIBUTE)
	return (Component, props, slots, options) => {
		// Otherwise React would draw the island anew, without the input so far.
		if (isTranslated(element)) expectTranslatedText()
		return start(Component, packed ? { ...props, ...unpackProps(packed) } : props, slots, options)
	}
}
