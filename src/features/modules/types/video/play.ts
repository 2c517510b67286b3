/** Loads the video code on first use, because most readers never play a video. */
const load = () => import('./video-acts.ts')

/** Makes the video in `card` start at a requested second, and shows that time on its cover. */
export function cueVideo(card: Element | undefined, seconds: number | undefined): void {
	if (card && seconds !== undefined)
		load().then(
			({ cue }) => cue(card, seconds),
			() => undefined,
		)
}

/** Forwards an event to the video code. If that fails to load, a clicked cover shows an error. */
function forwardEvent(event: Event): void {
	const touched = event.target instanceof Element ? event.target.closest('.video-view, .video-frame') : null
	if (!touched) return
	const failure = event.type === 'click' && touched.querySelector<HTMLElement>(':scope > [data-failed]')
	if (failure) failure.hidden = true
	load().then(
		({ act }) => act(event),
		() => {
			if (!failure) return
			failure.hidden = false
			failure.querySelector('button')?.focus()
		},
	)
}

let isStarted = false
/** Registers the page's video listeners, once: covers turn into players, and transcript times seek. */
export function startVideos(): void {
	if (isStarted) return
	isStarted = true
	// Safari does not focus a clicked button, and arrow keys move the focus without a click.
	for (const type of ['click', 'focusin']) document.addEventListener(type, forwardEvent)
}
