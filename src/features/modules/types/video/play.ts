import { clock } from '#src/lib/text/cues.ts'

/** Sets the start of the video in `card` to a requested second, and shows it on the cover. */
export function cueVideo(card: Element | undefined, seconds: number | undefined): void {
	const button = card?.querySelector<HTMLElement>('[data-play]')
	if (!button || seconds === undefined) return
	button.dataset.from = String(seconds)
	const note = document.createElement('span')
	note.className = 'video-note video-from'
	note.textContent = `from ${clock(seconds)}`
	button.append(note)
}

/** Replaces a cover by its player, whose code loads now: most readers never play a video. */
async function play(cover: HTMLElement): Promise<HTMLElement | undefined> {
	const { replaceCover } = await import('./player.ts')
	return replaceCover(cover)
}

/** Adds times to the transcript of a video that the reader touches, if it has captions, and seeks to a pressed one. */
function readAlong({ target, type }: Event): void {
	const pressed = target instanceof Element ? target : null
	const view = pressed?.closest('.video-view')
	if (!view?.querySelector('[data-timed-by], [data-seek]')) return
	void import('./spoken-times.ts').then(({ addTimes, seek }) => {
		void addTimes(view)
		const line = pressed?.closest<HTMLElement>('[data-seek]')
		if (line && type === 'click') seek(view, Number(line.dataset.seek), play)
	})
}

let isStarted = false
/** Makes pressed covers of this page turn into their players, and times of transcripts seek, once. */
export function startVideos(): void {
	if (isStarted) return
	isStarted = true
	// A press focuses no button in Safari, and arrow keys press none.
	for (const sign of ['click', 'focusin']) document.addEventListener(sign, readAlong)
	document.addEventListener('click', ({ target }) => {
		const button = target instanceof Element ? target.closest<HTMLElement>('[data-play]') : null
		if (button) void play(button).then((player) => player?.focus())
	})
}
