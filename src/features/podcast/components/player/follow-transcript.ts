import { pagePlayer } from './page-player.ts'

const PARAGRAPHS = '.said[id^="t-"]'
const CHAPTERS = '.chapter-row[data-second]'

const secondOf = (element: HTMLElement) => Number(element.dataset.second ?? element.id.slice('t-'.length))

function mark(element: HTMLElement | undefined, previous: HTMLElement | undefined): void {
	previous?.removeAttribute('aria-current')
	element?.setAttribute('aria-current', 'true')
}

function isInView(element: HTMLElement): boolean {
	const { top, bottom } = element.getBoundingClientRect()
	return bottom > 0 && top < window.innerHeight
}

/** Scrolls to the next paragraph if the reader is following along: the previous paragraph is in view. */
function scrollIfFollowing(next: HTMLElement, previous: HTMLElement): void {
	const { bottom } = next.getBoundingClientRect()
	if (!isInView(previous) || bottom < window.innerHeight * 0.8) return
	const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
	next.scrollIntoView({ block: 'center', behavior: reducesMotion ? 'instant' : 'smooth' })
}

/** Marks the current paragraph of the transcript and the current chapter. @returns a function that stops it. */
export function followTranscript(episodeId: string): () => void {
	const lists = [PARAGRAPHS, CHAPTERS].map((selector) => [...document.querySelectorAll<HTMLElement>(selector)])
	const marked: Array<HTMLElement | undefined> = []
	return pagePlayer.$state.subscribe((state) => {
		const isThisEpisode = state.episodeId === episodeId && (state.status !== 'paused' || state.position > 0)
		for (const [list, elements] of lists.entries()) {
			const current = isThisEpisode ? elements.findLast((element) => secondOf(element) <= state.position) : undefined
			const previous = marked[list]
			if (current === previous) continue
			mark(current, previous)
			marked[list] = current
			if (current && previous && elements === lists[0] && state.status === 'playing')
				scrollIfFollowing(current, previous)
		}
	})
}
