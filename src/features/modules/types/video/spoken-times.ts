import { clock } from '#src/lib/text/cues.ts'
import { startsOf } from './transcript.ts'

function timeButton(start: number): HTMLButtonElement {
	const button = Object.assign(document.createElement('button'), {
		type: 'button',
		className: 'said-time',
		textContent: clock(start),
		ariaLabel: `Play from ${clock(start)}`,
	})
	button.dataset.seek = String(start)
	return button
}

/** Adds start times from the video's captions to the transcript lines, once. Without captions, lines have no times. */
export async function addTimes(view: Element): Promise<void> {
	const transcript = view.querySelector<HTMLElement>('[data-timed-by]')
	if (!transcript) return
	const { timedBy = '' } = transcript.dataset
	delete transcript.dataset.timedBy
	const answer = await fetch(timedBy).catch(() => undefined)
	if (!answer?.ok) return
	const lines = [...transcript.querySelectorAll('p')]
	const starts = startsOf(
		lines.map(({ textContent }) => textContent ?? ''),
		await answer.text(),
	)
	for (const [index, start] of starts.entries()) if (start !== undefined) lines[index]?.prepend(timeButton(start))
}

/**
 * Plays the transcript's video from this second. The focus stays on the transcript line.
 * @param play replaces the cover with its player.
 */
export function seek(view: Element, seconds: number, play: (cover: HTMLElement) => unknown): void {
	const cover = view.querySelector<HTMLElement>('[data-play]')
	const player = view.querySelector<HTMLVideoElement | HTMLIFrameElement>('.video-frame > :is(video, iframe)')
	if (cover) {
		cover.dataset.from = String(seconds)
		play(cover)
	} else if (player instanceof HTMLVideoElement) {
		player.currentTime = seconds
		void player.play()
	} else if (player) void import('./player-messages.ts').then(({ seekIn }) => seekIn(player, seconds))
}
