import { comparable } from '#src/lib/text/line-of.ts'

/** Distance of the reading line from the top of the window, in pixels. */
const READING_LINE = 80

/** Returns a module's visible blocks. Their number is the same at every width, so a position works on every device. */
const blocksIn = (card: Element) =>
	[...card.querySelectorAll<HTMLElement>('[data-content] .prose :is(p, li, h3, h4, pre, tr)')].filter((block) =>
		block.checkVisibility(),
	)

/** Returns the reading position: the number of blocks above the reading line, plus the fraction of the block at it. */
export function scrollIn(card: Element): number {
	const blocks = blocksIn(card)
	const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > READING_LINE)
	if (at < 0) return blocks.length
	const { top, height } = (blocks[at] as HTMLElement).getBoundingClientRect()
	const part = Math.min(Math.max((READING_LINE - top) / Math.max(1, height), 0), 0.99)
	return Math.round((at + part) * 100) / 100
}

/**
 * Scrolls to a saved reading position, or to the module's header if there is none. Scrolls instantly, because a click
 * during a smooth scroll misses its button.
 */
export function scrollTo(card: Element | undefined, scroll: number | undefined): void {
	if (!card) return
	const blocks = blocksIn(card)
	const block = scroll ? blocks[Math.min(Math.floor(scroll), blocks.length - 1)] : undefined
	if (!block || !scroll) {
		card.scrollIntoView({ behavior: 'instant' })
		return
	}
	const { top, height } = block.getBoundingClientRect()
	const part = Math.min(scroll - blocks.indexOf(block), 1)
	window.scrollBy({ top: top + part * height - READING_LINE, behavior: 'instant' })
}

/**
 * Scrolls to the first paragraph with these words, and focuses it, so that a screen reader reads it.
 * @returns whether the module shows such a paragraph.
 */
export function showParagraph(card: Element | undefined, words: string): boolean {
	const searchText = comparable(words)
	const paragraph = [
		...(card?.querySelectorAll<HTMLElement>('[data-content] .prose :is(h2, h3, h4, p, li, pre, td, th)') ?? []),
	].find((block) => comparable(block.textContent).includes(searchText) && block.checkVisibility())
	if (!paragraph) return false
	paragraph.tabIndex = -1
	paragraph.focus({ preventScroll: true })
	window.scrollBy({ top: paragraph.getBoundingClientRect().top - READING_LINE, behavior: 'instant' })
	return true
}

/** Returns the last card whose top is in the upper third of the window or above it; undefined above the first card. */
export const cardAtReadingLine = (cards: readonly HTMLElement[]) =>
	cards.findLast((card) => card.getBoundingClientRect().top <= window.innerHeight / 3)
