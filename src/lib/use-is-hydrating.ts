import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Returns true on the server and during hydration, whose render must match the server's HTML. Newer data in the
 * browser, such as another island's response, waits for the next render.
 */
export const useIsHydrating = (): boolean =>
	useSyncExternalStore(
		never,
		() => false,
		() => true,
	)
