import { hashOf, versionOf } from '../text/hash.ts'

/**
 * A shape of a cover, in a 100 by 100 field. Shapes at an edge extend far beyond it, because a box with another aspect
 * ratio shows the whole field and the area next to it.
 */
type CoverShape = { d: string; fill: string; opacity?: number; stroke?: string; strokeWidth?: number }

export type CoverDrawing = { ground: string; shapes: CoverShape[] }

/** Navy, brass, green, oxblood, plum. The same in light and dark mode, because a cover is a picture. */
export const COVER_GROUNDS = ['#2d4870', '#80551a', '#2a6049', '#6e302a', '#463e68'] as const
/** Background of the field and of the area that a wider or taller box shows. */
export const COVER_FIELD = 'M-200 -200h500v500h-500Z'
const PAPER = '#f6ecd7'
const GOLD = '#e1b566'

/** Returns a generator of random numbers from 0 to 1, seeded by the text (xorshift). */
function numbersOf(text: string): () => number {
	let state = hashOf(text)
	return () => {
		state ^= state << 13
		state ^= state >>> 17
		state ^= state << 5
		return (state >>> 0) / 0x1_0000_0000
	}
}

type Random = () => number
const between = (random: Random, low: number, high: number) => Math.round(low + random() * (high - low))

const disc = (x: number, y: number, r: number) =>
	`M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`
/**
 * Returns a door or window: straight sides and a round top, extended below `bottom` for boxes with other aspect ratios.
 */
const arch = (center: number, bottom: number, half: number, height: number) =>
	`M${center - half} ${bottom}v${half - height}a${half} ${half} 0 0 1 ${2 * half} 0v${height - half}v200h${-2 * half}Z`

const compositions: readonly [(random: Random) => CoverShape[], ...((random: Random) => CoverShape[])[]] = [
	function doorway(random) {
		const center = between(random, 36, 64)
		return [
			{ d: arch(center, 100, 38, 84), fill: PAPER, opacity: 0.1 },
			{ d: arch(center, 100, 27, 68), fill: PAPER, opacity: 0.13 },
			{ d: arch(center, 100, 16, 52), fill: GOLD, opacity: 0.92 },
		]
	},
	function hills(random) {
		const low = between(random, 54, 64)
		return [
			{ d: disc(between(random, 28, 72), between(random, 32, 40), between(random, 13, 18)), fill: GOLD, opacity: 0.92 },
			{ d: `M-100 ${low}q25 -18 50 0t50 0t50 0t50 0t50 0t50 0V300h-300Z`, fill: PAPER, opacity: 0.16 },
			{ d: `M-120 ${low + 16}q30 15 60 0t60 0t60 0t60 0t60 0V300h-300Z`, fill: PAPER, opacity: 0.16 },
		]
	},
	function columns(random) {
		const gold = between(random, 0, 3)
		return [
			{ d: 'M14 34L50 14L86 34Z', fill: PAPER, opacity: 0.2 },
			...[0, 1, 2, 3].map((place) => ({
				d: box(18 + place * 18, 40, 10, 42),
				fill: place === gold ? GOLD : PAPER,
				opacity: place === gold ? 0.92 : 0.2,
			})),
			{ d: box(14, 86, 72, 5), fill: PAPER, opacity: 0.2 },
		]
	},
	function frames(random) {
		const half = between(random, 14, 19)
		return [
			{ d: box(16, 16, 68, 68), fill: 'none', stroke: PAPER, strokeWidth: 1.2, opacity: 0.4 },
			{ d: box(23, 23, 54, 54), fill: PAPER, opacity: 0.1 },
			{ d: box(50 - half, 50 - half, 2 * half, 2 * half), fill: GOLD, opacity: 0.9 },
		]
	},
	function books(random) {
		const heights = [between(random, 46, 66), between(random, 40, 70), between(random, 46, 72), between(random, 40, 60)]
		const gold = between(random, 0, 3)
		return [
			...heights.map((height, place) => ({
				d: box(17 + place * 17, 84 - height, 14, height),
				fill: place === gold ? GOLD : PAPER,
				opacity: place === gold ? 0.92 : 0.14 + place * 0.045,
			})),
			{ d: box(10, 84, 80, 2), fill: PAPER, opacity: 0.45 },
		]
	},
	function halves(random) {
		const y = between(random, 46, 54)
		const r = between(random, 25, 30)
		return [
			{ d: `M${50 - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0Z`, fill: GOLD, opacity: 0.92 },
			{ d: `M${50 - r} ${y + 4}a${r} ${r} 0 0 0 ${2 * r} 0Z`, fill: PAPER, opacity: 0.2 },
			{ d: `M8 ${y + 1.4}h84v1.2h-84Z`, fill: PAPER, opacity: 0.45 },
		]
	},
	function steps(random) {
		const rise = between(random, 13, 16)
		return [
			{ d: disc(between(random, 24, 34), between(random, 24, 32), between(random, 9, 12)), fill: GOLD, opacity: 0.92 },
			...[0, 1, 2, 3].map((place) => ({
				d: box(20 + place * 20, 100 - rise * (place + 1), 280 - place * 20, place === 0 ? 200 : rise),
				fill: PAPER,
				opacity: 0.1 + place * 0.05,
			})),
		]
	},
]

/**
 * Draws the cover of a course, module or episode without an image: a few shapes on one of five grounds. The cover
 * depends only on the id, so it is the same on every screen and after a change of the title.
 */
export function coverOf(id: string): CoverDrawing {
	const random = numbersOf(id)
	// Skip the first values, which are similar for similar short ids.
	for (let skipped = 0; skipped < 4; skipped++) random()
	const one = (count: number) => Math.floor(random() * count)
	const [ground, pattern] = [one(COVER_GROUNDS.length), one(compositions.length)]
	return {
		ground: COVER_GROUNDS[ground] ?? COVER_GROUNDS[0],
		shapes: (compositions[pattern] ?? compositions[0])(random),
	}
}

/** Returns a version for image addresses that changes with the drawing. */
export const coverVersion = (title: string) => versionOf(title)

/** Renders the drawing as an SVG document of this size, or as part of another document at `x`. */
export function coverSvg(id: string, { width, height, x = 0 }: { width: number; height: number; x?: number }): string {
	const { ground, shapes } = coverOf(id)
	const paths = shapes.map(({ d, fill, opacity = 1, stroke = 'none', strokeWidth = 0 }) => {
		return `<path d="${d}" fill="${fill}" opacity="${opacity}" stroke="${stroke}" stroke-width="${strokeWidth}"/>`
	})
	return `<svg xmlns="http://www.w3.org/2000/svg" x="${x}" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid meet"><path d="${COVER_FIELD}" fill="${ground}"/>${paths.join('')}</svg>`
}
