import { FILM_TOLD, type PlayerReport, seekIn } from '#src/features/modules/types/video/player-messages.ts'

/** A film that was left this close to its beginning starts from there, in seconds. */
const WORTH_KEEPING = 5

/**
 * Lets the film of a module start where somebody stopped: its button takes the second along (`play.ts`), and a film that
 * was started before that was known moves there.
 */
export function startAt(card: HTMLElement | undefined, seconds: number | undefined): void {
	if (!card || !seconds || seconds < WORTH_KEEPING) return
	card.querySelector('[data-play]')?.setAttribute('data-at', String(Math.floor(seconds)))
	const film = card.querySelector('video')
	if (film && film.currentTime < WORTH_KEEPING) film.currentTime = seconds
	const frame = card.querySelector<HTMLIFrameElement>('iframe[data-film]')
	// Somebody pressed before this was known: the player moves there once it first tells where it is.
	if (frame)
		frame.addEventListener(
			FILM_TOLD,
			(event) => {
				if ((event as CustomEvent<PlayerReport>).detail.seconds < WORTH_KEEPING) seekIn(frame, Math.floor(seconds))
			},
			{ once: true },
		)
}
