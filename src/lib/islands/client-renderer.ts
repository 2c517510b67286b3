import hydrate from '@astrojs/react/client.js'
import { PROPS_ATTRIBUTE, unpackProps } from './props.ts'

/** The browser's half of `@astrojs/react`, with the props that `server-renderer.ts` wrote. */
export default function clientRenderer(element: HTMLElement): ReturnType<typeof hydrate> {
	const start = hydrate(element)
	const packed = element.getAttribute(PROPS_ATTRIBUTE)
	return (Component, props, slots, options) =>
		start(Component, packed ? { ...props, ...unpackProps(packed) } : props, slots, options)
}
