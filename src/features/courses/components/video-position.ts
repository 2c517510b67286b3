import { FILM_TOLD, type PlayerReport, seekIn } from '#src/features/modules/types/video/player-messages.ts'

/** A video left before this second starts from the beginning. */
const WORTH_KEEPING = 5

/**
 * Starts a module's video at the saved place: the play button gets the second (`play.ts`), and a video that already
 * plays seeks.
 */
export function startAt(card: HTMLElement | undefined, seconds: number | undefined): void {
	if (!card || !seconds || seconds < WORTH_KEEPING) return
	card.querySelector('[data-play]')?.setAttribute('data-at', String(Math.floor(seconds)))
	const film = card.querySelector('video')
	if (film && film.currentTime < WORTH_KEEPING) film.currentTime = seconds
	const frame = card.querySelector<HTMLIFrameElement>('iframe[data-film]')
	// The reader pressed play before the place was known: seek on the first report of the player.
	if (frame)
		frame.addEventListener(
			FILM_TOLD,
			(event) => {
				if ((event as CustomEvent<PlayerReport>).detail.seconds < WORTH_KEEPING) seekIn(frame, Math.floor(seconds))
			},
			{ once: true },
		)
}
