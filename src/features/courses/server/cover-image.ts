import { coverSvg } from '#src/lib/cover.ts'

/** The size that link previews and search engines want. */
const SIZE = { width: 1200, height: 630 }
/** Drawn covers that are kept, of some 10 kB each. */
const MAX_KEPT = 200

const drawn = new Map<string, Promise<Buffer>>()

async function draw(title: string): Promise<Buffer> {
	// Loaded with the first cover: a site whose courses have pictures never needs it, nor its 15 MB.
	const { default: sharp } = await import('sharp')
	return (
		sharp(Buffer.from(coverSvg(title, SIZE)))
			// Few colours and large areas: with a palette it is a fifth of the size.
			.png({ palette: true, compressionLevel: 9 })
			.toBuffer()
	)
}

/** The drawn cover of a title as PNG. Always the same bytes for the same title. */
export function coverPng(title: string): Promise<Buffer> {
	const known = drawn.get(title)
	if (known) return known
	const drawing = draw(title)
	drawing.catch(() => drawn.delete(title))
	const [oldest] = drawn.keys()
	if (drawn.size >= MAX_KEPT && oldest !== undefined) drawn.delete(oldest)
	drawn.set(title, drawing)
	return drawing
}
