import { frameAttributes } from './player-address.ts'

/** The captions are on from the start: who needs none switches them off with one press. */
function captionTrack(src: string): HTMLTrackElement {
	return Object.assign(document.createElement('track'), {
		kind: 'captions',
		srclang: 'en',
		label: 'English',
		default: true,
		src,
	})
}

function playerElement(kind: string, src: string, title: string, captions: string | undefined): HTMLElement {
	const shared = { src, title, className: 'absolute inset-0 size-full' }
	if (kind === 'file') {
		const video = Object.assign(document.createElement('video'), {
			...shared,
			controls: true,
			autoplay: true,
			playsInline: true,
		})
		if (captions) video.append(captionTrack(captions))
		return video
	}
	return Object.assign(document.createElement('iframe'), { ...shared, ...frameAttributes })
}

/** Puts the player in the place of the cover whose button is pressed, and the focus on it. */
export function startVideos(): void {
	document.addEventListener('click', ({ target }) => {
		const button = target instanceof Element ? target.closest<HTMLElement>('[data-play]') : null
		const { play, src, captions, title = '' } = button?.dataset ?? {}
		if (!button || !play || !src) return
		const player = playerElement(play, src, title, captions)
		button.parentElement?.replaceChildren(player)
		player.focus()
	})
}
