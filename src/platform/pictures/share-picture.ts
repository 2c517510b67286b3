import { coverSvg } from '#src/lib/site/cover.ts'
import { site } from '#src/lib/site/site.ts'
import { palette } from '../../../tailwind.config.mjs'
import { type Letters, loadLetters } from './drawn-text.ts'

/** Size recommended for link previews and by search engines. */
const SIZE = { width: 1200, height: 630 }
/** Maximum number of cached pictures, of some 20 kB each. */
const MAX_CACHED = 200
/** Left edge of the cover. The text is left of the cover. */
const COVER_X = 800
const TEXT = { x: 72, width: COVER_X - 2 * 72 }
/** Font sizes of a title, each with the maximum number of lines. */
const TITLES = [
	{ size: 76, lines: 3 },
	{ size: 64, lines: 4 },
	{ size: 52, lines: 5 },
] as const
const { paper, ink, brass, muted, 'brass-text': kickerFill } = palette.light

export interface SharePicture {
	/** Determines the cover. */
	id: string
	kicker: string
	title: string
}

/** Wraps words into lines. Truncates words that are longer than a line. */
function linesOf(text: string, size: number, letters: Letters): string[] {
	const lines: string[] = []
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const last = lines.at(-1)
		const joined = last === undefined ? word : `${last} ${word}`
		if (last !== undefined && letters.widthOf(joined, size) <= TEXT.width) lines[lines.length - 1] = joined
		else lines.push(truncate(word, size, letters))
	}
	return lines
}

function truncate(text: string, size: number, letters: Letters): string {
	if (letters.widthOf(text, size) <= TEXT.width) return text
	const characters = [...text]
	while (characters.length > 1 && letters.widthOf(`${characters.join('')}…`, size) > TEXT.width) characters.pop()
	return `${characters.join('')}…`
}

/** Returns the title in the largest size that fits, or truncated in the smallest size. */
function fitTitle(title: string, letters: Letters): { size: number; lines: string[] } {
	for (const { size, lines: most } of TITLES) {
		const lines = linesOf(title, size, letters)
		if (lines.length <= most) return { size, lines }
	}
	const { size, lines: most } = TITLES[2]
	const lines = linesOf(title, size, letters).slice(0, most)
	return { size, lines: [...lines.slice(0, -1), truncate(`${lines.at(-1)} …`, size, letters)] }
}

const coverFrom = (id: string, x: number) => coverSvg(id, { x, width: SIZE.width - x, height: SIZE.height })

/** Draws text and cover as SVG. If the fonts lack letters of the title, the cover fills the picture. */
function svgOf({ id, kicker, title }: SharePicture, letters: Letters): string {
	const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">`
	if (!letters.has(title)) return `${open}${coverFrom(id, 0)}</svg>`
	const { size, lines } = fitTitle(title, letters)
	const { x } = TEXT
	const step = size * 1.16
	const top = 300 - ((lines.length - 1) * step) / 2 + size * 0.3
	const titleLines = lines.map((line, at) => letters.draw(line, { x, y: top + at * step, size, fill: ink }))
	const smallText = (text: string, y: number, fill: string) =>
		letters.has(text) ? letters.draw(truncate(text, 30, letters), { x, y, size: 30, fill }) : ''
	return `${open}<path d="M0 0h1200v630h-1200Z" fill="${paper}"/>${coverFrom(id, COVER_X)}
		<path d="M${x} 76h56v3h-56Z" fill="${brass}"/>${smallText(kicker, 124, kickerFill)}
		${titleLines.join('')}${smallText(site().name, 566, muted)}</svg>`
}

const cache = new Map<string, Promise<Buffer>>()

async function draw(picture: SharePicture): Promise<Buffer> {
	// Load lazily: it takes 15 MB, and some sites never need it.
	const [{ default: sharp }, letters] = await Promise.all([import('sharp'), loadLetters()])
	return (
		sharp(Buffer.from(svgOf(picture, letters)))
			// The picture has few colors, so a palette reduces the size to a fifth.
			.png({ palette: true, compressionLevel: 9 })
			.toBuffer()
	)
}

/** Returns the share picture of a course or episode as PNG. Deterministic: the same id and text give equal bytes. */
export function sharePicture(picture: SharePicture): Promise<Buffer> {
	const key = JSON.stringify([picture.id, picture.kicker, picture.title, site().name])
	const cached = cache.get(key)
	if (cached) return cached
	const promise = draw(picture)
	promise.catch(() => cache.delete(key))
	const [oldest] = cache.keys()
	if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
	cache.set(key, promise)
	return promise
}
