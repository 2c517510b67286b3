import { keepStored } from './browser-storage.ts'

// One playback at a time: a player that starts announces it, and all others pause, in other tabs too.

const PLAYBACK_EVENT = 'second-chair:playback'
const STORAGE_KEY = 'second-chair:sound'
/** Represents a source in another tab. */
const ELSEWHERE = {}

/** Announces that `source` starts to play. */
export function announcePlayback(source: object): void {
	window.dispatchEvent(new CustomEvent<object>(PLAYBACK_EVENT, { detail: source }))
}

/** Calls `silence` when another source starts to play. Returns a function that unsubscribes. */
export function onOtherPlayback(source: object, silence: () => void): () => void {
	const hear = (event: Event) => {
		if ((event as CustomEvent<object>).detail !== source) silence()
	}
	window.addEventListener(PLAYBACK_EVENT, hear)
	return () => window.removeEventListener(PLAYBACK_EVENT, hear)
}

/** Notifies other tabs by a storage event: an open channel would block the back-forward cache. */
function notifyOtherTabs(): void {
	keepStored(STORAGE_KEY, String(performance.timeOrigin + performance.now()))
	keepStored(STORAGE_KEY, undefined)
}

const isHeard = (media: HTMLMediaElement) => !media.paused && !media.muted

let isKept = false

/** Pauses all other media, on this page and in other tabs, when one starts to play. Idempotent. */
export function enforceSinglePlayback(): void {
	if (isKept) return
	isKept = true
	window.addEventListener('storage', ({ key, newValue }) => {
		if (key === STORAGE_KEY && newValue !== null) announcePlayback(ELSEWHERE)
	})
	window.addEventListener(PLAYBACK_EVENT, (event) => {
		const source = (event as CustomEvent<object>).detail
		if (source !== ELSEWHERE) notifyOtherTabs()
		for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video'))
			if (media !== source && isHeard(media)) media.pause()
	})
	// Capture, since `play` does not bubble.
	document.addEventListener(
		'play',
		({ target }) => {
			if (target instanceof HTMLMediaElement && isHeard(target)) announcePlayback(target)
		},
		{ capture: true },
	)
}
