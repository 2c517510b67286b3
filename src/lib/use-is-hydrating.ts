import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * True on the server, and in the one render that takes its HTML over: that render must say what the server said.
 * Whatever this browser knows better (an answer another island has fetched by then) is for the next one.
 */
export const useIsHydrating = (): boolean =>
	useSyncExternalStore(
		never,
		() => false,
		() => true,
	)
