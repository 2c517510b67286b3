/** Creates the captions track, which is on by default and can be switched off in the player. */
function captionTrack(src: string): HTMLTrackElement {
	return Object.assign(document.createElement('track'), {
		kind: 'captions',
		srclang: 'en',
		label: 'English',
		default: true,
		src,
	})
}

const FRAME = {
	allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
	referrerPolicy: 'strict-origin-when-cross-origin',
	allowFullscreen: true,
} as const

/** Adds a start time to a player's URL; the parameter differs by site. */
export function withStart(src: string, kind: string, seconds: number): string {
	if (seconds <= 0) return src
	const url = new URL(src)
	if (kind === 'youtube') url.searchParams.set('start', String(Math.floor(seconds)))
	if (kind === 'vimeo') url.hash = `t=${Math.floor(seconds)}s`
	return url.href
}

/** Returns a player's URL. For YouTube, it asks the player to report its position, to this page only. */
function reportingUrl(src: string, kind: string): string {
	if (kind !== 'youtube') return src
	const url = new URL(src)
	url.searchParams.set('enablejsapi', '1')
	url.searchParams.set('origin', window.location.origin)
	return url.href
}

interface Video {
	kind: string
	src: string
	title: string
	captions: string | undefined
	/** Start in seconds. */
	at: number
	/** The start comes from a link rather than from the saved place. */
	isFromLink: boolean
}

/**
 * Loads the player of another site. Imports its message protocol first, and only on demand, because most readers never
 * press Play. If the import fails, the video still plays, but its position is not saved.
 */
async function load(frame: HTMLIFrameElement, kind: string, url: string): Promise<void> {
	frame.dataset.video = kind
	const protocol = await import('./player-messages.ts').catch(() => undefined)
	protocol?.listenTo(frame, kind)
	frame.src = url
}

function playerElement({ kind, src, title, captions, at, isFromLink }: Video): HTMLElement {
	const shared = { title, className: 'absolute inset-0 size-full' }
	if (kind !== 'file') {
		const frame = Object.assign(document.createElement('iframe'), { ...shared, ...FRAME })
		void load(frame, kind, reportingUrl(withStart(src, kind, at), kind))
		return frame
	}
	const video = Object.assign(document.createElement('video'), {
		src,
		...shared,
		controls: true,
		autoplay: true,
		playsInline: true,
	})
	if (captions) video.append(captionTrack(captions))
	// The duration is known once the metadata is loaded. A video that was almost finished starts from the beginning.
	video.addEventListener(
		'loadedmetadata',
		() => {
			const end = isFromLink ? video.duration : video.duration - Math.min(30, video.duration / 10)
			if (at > 0 && at < end) video.currentTime = at
		},
		{ once: true },
	)
	return video
}

/** Replaces a cover with its player. @returns the player; undefined if the cover is already gone. */
export function replaceCover(cover: HTMLElement): HTMLElement | undefined {
	const { play, src, captions, title = '', at = '0', from } = cover.dataset
	if (!play || !src || !cover.isConnected) return undefined
	const video = { kind: play, src, title, captions, at: Number(from ?? at), isFromLink: from !== undefined }
	const player = playerElement(video)
	cover.parentElement?.replaceChildren(player)
	return player
}
