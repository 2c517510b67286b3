import { frameAttributes } from './player-address.ts'

function playerElement(kind: string, src: string, title: string): HTMLElement {
	const shared = { src, title, className: 'absolute inset-0 size-full' }
	if (kind === 'file')
		return Object.assign(document.createElement('video'), {
			...shared,
			controls: true,
			autoplay: true,
			playsInline: true,
		})
	return Object.assign(document.createElement('iframe'), { ...shared, ...frameAttributes })
}

/** Puts the player in the place of the cover whose button is pressed, and the focus on it. */
export function startVideos(): void {
	document.addEventListener('click', ({ target }) => {
		const button = target instanceof Element ? target.closest<HTMLElement>('[data-play]') : null
		const { play, src, title = '' } = button?.dataset ?? {}
		if (!button || !play || !src) return
		const player = playerElement(play, src, title)
		button.parentElement?.replaceChildren(player)
		player.focus()
	})
}
