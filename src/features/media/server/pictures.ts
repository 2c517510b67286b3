import { stat } from 'node:fs/promises'
import { isNearlyWhole } from './cut-short.ts'
import { decodeHeic } from './heic/heic.ts'
import type { Decoded } from './heic/heic-worker.ts'

/** Stored widths of a picture, in pixels: for lists, phones or half a page, and a full page. */
const WIDTHS = [480, 960, 1920] as const
/** Maximum pixels of a picture: decoded, each takes four bytes. */
const MAX_PIXELS = 40_000_000

/** Maximum pixels of a HEIC picture: enough for phones, and little more than 400 MB of memory for decoding. */
const MAX_HEIC_PIXELS = 26_000_000

/** One size of a picture, as a local file. */
export interface PictureSize {
	file: string
	width: number
	height: number
	bytes: number
}

export class ManyPixelsError extends Error {
	override name = 'ManyPixelsError'
}

/** The HEIC picture has too many pixels to be decoded here. */
export class LargeHeicError extends Error {
	override name = 'LargeHeicError'
}

/** The frames of the animation have too many pixels in total. */
export class LargeAnimationError extends Error {
	override name = 'LargeAnimationError'
}

/** Queue for pictures: each takes a core and up to a few hundred megabytes, so only one runs at a time. */
let last: Promise<unknown> = Promise.resolve()
function runInTurn<T>(work: () => Promise<T>): Promise<T> {
	const turn = last.then(work)
	last = turn.catch(() => undefined)
	return turn
}

async function encode(file: string, target: (width: number) => Promise<string>): Promise<PictureSize[]> {
	// Loaded on first use: 15 MB.
	const { default: sharp } = await import('sharp')
	sharp.concurrency(1)
	// Reads only the header. Decoding would fail too, but without the reason.
	const facts = await sharp(file, { limitInputPixels: false }).metadata()
	if (facts.width * facts.height > MAX_PIXELS) throw new ManyPixelsError()
	const isAnimated = ['gif', 'webp'].includes(facts.format) && (facts.pages ?? 1) > 1
	if (isAnimated && facts.width * facts.height * (facts.pages ?? 1) > MAX_PIXELS) throw new LargeAnimationError()
	const draw = (source: string | Decoded, failOn: Drawing['failOn'], uprightWidth: number) =>
		drawSizes(source, widthsOf(uprightWidth), { failOn, isAnimated }, target)
	// Width after rotation: the orientation in the EXIF data is applied, and the EXIF data is dropped.
	const { width } = facts.autoOrient
	return draw(file, 'error', width).catch(async (error: unknown) => {
		if (facts.format === 'jpeg' && (await isNearlyWhole(file))) return draw(file, 'none', width)
		if (facts.format !== 'heif') throw error
		// The image library has no decoder for HEVC, the codec of HEIC.
		if (facts.width * facts.height > MAX_HEIC_PIXELS) throw new LargeHeicError()
		const decoded = await decodeHeic(file)
		return draw(decoded, 'error', decoded.width)
	})
}

const widthsOf = (uprightWidth: number) => [
	...new Set([...WIDTHS.filter((width) => width < uprightWidth), Math.min(uprightWidth, WIDTHS[2])]),
]

interface Drawing {
	failOn: 'error' | 'none'
	isAnimated: boolean
}

async function drawSizes(
	source: string | Decoded,
	widths: readonly number[],
	{ failOn, isAnimated }: Drawing,
	target: (width: number) => Promise<string>,
): Promise<PictureSize[]> {
	const { default: sharp } = await import('sharp')
	const sizes: PictureSize[] = []
	for (const width of widths) {
		const path = await target(width)
		const options = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn, animated: isAnimated }
		const picture =
			typeof source === 'string'
				? sharp(source, options)
				: sharp(source.data, { ...options, raw: { width: source.width, height: source.height, channels: 4 } })
		// Animations have no EXIF orientation, and cannot be rotated.
		const output = await (isAnimated ? picture : picture.autoOrient())
			.resize({ width, withoutEnlargement: true })
			.webp({ quality: 82, effort: 3 })
			.toFile(path)
		sizes.push({
			file: path,
			width: output.width,
			height: output.pageHeight ?? output.height,
			bytes: (await stat(path)).size,
		})
	}
	return sizes
}

/**
 * Encodes a picture in up to three widths, the smallest first. All metadata is dropped, such as location and camera;
 * animations stay animated. Runs in sharp's threads.
 * @throws {ManyPixelsError} {LargeHeicError} {LargeAnimationError} if there are too many pixels; else errors of sharp.
 */
export const makeSizes = (file: string, target: (width: number) => Promise<string>): Promise<PictureSize[]> =>
	runInTurn(() => encode(file, target))
