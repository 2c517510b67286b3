// One sound at a time: whatever begins to play says so, and everything else that plays pauses, in other tabs too.

const SOUND_EVENT = 'second-chair:sound'
const STORAGE_KEY = 'second-chair:sound'
/** The source of a sound in another tab. */
const ELSEWHERE = {}

/** Says that `source` begins to sound. */
export function soundStarts(source: object): void {
	window.dispatchEvent(new CustomEvent<object>(SOUND_EVENT, { detail: source }))
}

/** Calls `silence` when anything but `source` begins to sound. Returns what undoes it. */
export function onOtherSound(source: object, silence: () => void): () => void {
	const hear = (event: Event) => {
		if ((event as CustomEvent<object>).detail !== source) silence()
	}
	window.addEventListener(SOUND_EVENT, hear)
	return () => window.removeEventListener(SOUND_EVENT, hear)
}

/** Tells the other tabs by their storage event: an open channel would keep a page out of the back-forward cache. */
function tellOtherTabs(): void {
	try {
		localStorage.setItem(STORAGE_KEY, String(performance.timeOrigin + performance.now()))
		localStorage.removeItem(STORAGE_KEY)
	} catch {
		// Without storage each tab is on its own.
	}
}

const isHeard = (media: HTMLMediaElement) => !media.paused && !media.muted

let isKept = false

/** Follows the audio and video elements of the page, and the other tabs. A second call does nothing. */
export function keepOneSound(): void {
	if (isKept) return
	isKept = true
	window.addEventListener('storage', ({ key, newValue }) => {
		if (key === STORAGE_KEY && newValue !== null) soundStarts(ELSEWHERE)
	})
	window.addEventListener(SOUND_EVENT, (event) => {
		const source = (event as CustomEvent<object>).detail
		if (source !== ELSEWHERE) tellOtherTabs()
		for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video'))
			if (media !== source && isHeard(media)) media.pause()
	})
	// `play` does not bubble.
	document.addEventListener(
		'play',
		({ target }) => {
			if (target instanceof HTMLMediaElement && isHeard(target)) soundStarts(target)
		},
		{ capture: true },
	)
}
