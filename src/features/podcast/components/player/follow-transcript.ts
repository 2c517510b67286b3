import { pagePlayer } from './page-player.ts'

const SAID = '.said[id^="t-"]'
const CHAPTERS = '.chapter-row[data-second]'

const secondOf = (element: HTMLElement) => Number(element.dataset.second ?? element.id.slice('t-'.length))

function mark(element: HTMLElement | undefined, before: HTMLElement | undefined): void {
	before?.removeAttribute('aria-current')
	element?.setAttribute('aria-current', 'true')
}

function isInWindow(element: HTMLElement): boolean {
	const { top, bottom } = element.getBoundingClientRect()
	return bottom > 0 && top < window.innerHeight
}

/** Scrolls to the next paragraph if the reader is following along: the previous paragraph is in view. */
function scrollAlong(next: HTMLElement, before: HTMLElement): void {
	const { bottom } = next.getBoundingClientRect()
	if (!isInWindow(before) || bottom < window.innerHeight * 0.8) return
	const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
	next.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' })
}

/** Marks the current paragraph of the transcript and the current chapter. @returns a function that stops it. */
export function followTranscript(episodeId: string): () => void {
	const lists = [SAID, CHAPTERS].map((selector) => [...document.querySelectorAll<HTMLElement>(selector)])
	const marked: Array<HTMLElement | undefined> = []
	return pagePlayer.$state.subscribe((state) => {
		const isHere = state.episodeId === episodeId && (state.status !== 'paused' || state.position > 0)
		for (const [list, elements] of lists.entries()) {
			const now = isHere ? elements.findLast((element) => secondOf(element) <= state.position) : undefined
			const before = marked[list]
			if (now === before) continue
			mark(now, before)
			marked[list] = now
			if (now && before && elements === lists[0] && state.status === 'playing') scrollAlong(now, before)
		}
	})
}
