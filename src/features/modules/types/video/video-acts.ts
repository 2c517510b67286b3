import { clock } from '#src/lib/text/cues.ts'
import { replaceCover } from './player.ts'
import { addTimes, seek } from './spoken-times.ts'

/** Sets the second at which a cover's video starts, and shows it on the cover. */
export function cue(card: Element, seconds: number): void {
	const button = card.querySelector<HTMLElement>('[data-play]')
	if (!button) return
	button.dataset.from = String(seconds)
	const note = document.createElement('span')
	note.className = 'video-note video-from'
	note.textContent = `from ${clock(seconds)}`
	button.append(note)
}

/** Plays a clicked cover, adds times to the transcript of the event's video, and seeks to a clicked time. */
export function act({ target, type }: Event): void {
	const touched = target instanceof Element ? target : null
	const view = touched?.closest('.video-view')
	if (view) void addTimes(view)
	if (type !== 'click') return
	const line = touched?.closest<HTMLElement>('[data-seek]')
	if (view && line) seek(view, Number(line.dataset.seek), replaceCover)
	const button = touched?.closest('[data-play], [data-again]')
	const cover = button?.closest('.video-frame')?.querySelector<HTMLElement>('[data-play]')
	if (cover) replaceCover(cover)?.focus()
}
