import type { ClientDirective } from 'astro'
import { hydrate } from './hydrate.ts'
import { isStored } from './saved-listening.ts'

export interface Signal {
	/** The window event. */
	on: string
	/** Prefix of a key in the tab's storage: hydrates immediately if the previous page stored such a key. */
	stored?: string | undefined
	/** Shows no message if the island cannot be loaded, and retries at the next event. */
	isOptional?: boolean
}

/** `client:signal`: hydrates at the first event of this name. Astro inlines this file, so it has almost no imports. */
const signalDirective: ClientDirective = (load, { value }, element) => {
	const { on, stored, isOptional } = value as unknown as Signal
	const hydrateNow = () => void hydrate(element, load)
	const listen = () => window.addEventListener(on, hydrateNow, { once: true })
	if (isOptional)
		element.addEventListener('astro:hydration-error', (event) => {
			event.stopPropagation()
			listen()
		})
	if (stored && isStored(() => window.sessionStorage, stored)) hydrateNow()
	else listen()
}

export default signalDirective
