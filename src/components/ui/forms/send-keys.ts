import { useSyncExternalStore } from 'react'

const never = () => () => {}
const isApple = () => /^(Mac|iPhone|iPad)/.test(navigator.platform)

/** Returns the name of the submit shortcut for the reader's keyboard. */
export const useSendKeys = () =>
	useSyncExternalStore(
		never,
		() => (isApple() ? '\u2318 \u21b5' : 'Ctrl \u21b5'),
		() => 'Ctrl \u21b5',
	)
