/** Loads the code of videos when one is touched: most readers never play a video. */
const load = () => import('./video-acts.ts')

/** Sets the start of the video in `card` to a requested second, and shows it on the cover. */
export function cueVideo(card: Element | undefined, seconds: number | undefined): void {
	if (card && seconds !== undefined)
		load().then(
			({ cue }) => cue(card, seconds),
			() => undefined,
		)
}

/** Passes on a touch of a video. A pressed one says so if its code does not load; a transcript stays without times. */
function onTouch(event: Event): void {
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
/** Makes pressed covers of this page turn into their players, and times of transcripts seek, once. */
export function startVideos(): void {
	if (isStarted) return
	isStarted = true
	// A press focuses no button in Safari, and arrow keys press none.
	for (const sign of ['click', 'focusin']) document.addEventListener(sign, onTouch)
}
