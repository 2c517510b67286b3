import { useSyncExternalStore } from 'react'

const never = () => () => {}
const isApple = () => /^(Mac|iPhone|iPad)/.test(navigator.platform)

/** The keys that send a form of several lines, as the keyboard before the reader calls them. */
export const useSendKeys = () =>
	useSyncExternalStore(
		never,
		() => (isApple() ? '\u2318 \u21b5' : 'Ctrl \u21b5'),
		() => 'Ctrl \u21b5',
	)
