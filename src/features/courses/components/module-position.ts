import { cardOf } from './course-modules.ts'

/** How far below the top of the window one reads, in pixels. */
const READING_LINE = 80

/** What is counted in a module: it is the same on every device, whatever the width. */
const blocksIn = (card: Element) =>
	[...card.querySelectorAll<HTMLElement>('[data-content] .prose :is(p, li, h3, h4, pre, tr)')].filter((block) =>
		block.checkVisibility(),
	)

/** How far somebody has read a module: the blocks above the reading line, with the part of the one that it cuts. */
export function scrollIn(card: Element): number {
	const blocks = blocksIn(card)
	const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > READING_LINE)
	if (at < 0) return blocks.length
	const { top, height } = (blocks[at] as HTMLElement).getBoundingClientRect()
	const part = Math.min(Math.max((READING_LINE - top) / Math.max(1, height), 0), 0.99)
	return Math.round((at + part) * 100) / 100
}

/**
 * Moves the page to where somebody stopped in a module; to its head where that is not known. At once: while a page glides
 * by itself, a press that began on a button ends beside it and is none.
 */
export function scrollTo(moduleId: string, scroll: number | undefined): void {
	const card = cardOf(moduleId)
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

/** The card that stands at the reading line of a wide window; undefined above the first. */
export const cardAtReadingLine = (cards: readonly HTMLElement[]) =>
	cards.findLast((card) => card.getBoundingClientRect().top <= window.innerHeight / 3)
