import { stat } from 'node:fs/promises'
import { isNearlyWhole } from './cut-short.ts'

/** The widths in which a picture is kept, in pixels: a list, a phone or half a page, a whole page. */
export const WIDTHS = [480, 960, 1920] as const
/** Most pixels of a picture: taken apart it needs four bytes for each. */
export const MOST_PIXELS = 40_000_000

/** A form of a picture, as a file of this machine. */
export interface PictureForm {
	file: string
	width: number
	height: number
	bytes: number
}

export class ManyPixelsError extends Error {
	override name = 'ManyPixelsError'
}

/** All pictures of one that moves have too many pixels together. */
export class LongMovementError extends Error {
	override name = 'LongMovementError'
}

/** Pictures are made one after the other: each takes a core and up to some hundred megabytes. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
	const turn = last.then(work)
	last = turn.catch(() => undefined)
	return turn
}

async function make(file: string, target: (width: number) => Promise<string>): Promise<PictureForm[]> {
	// Loaded with the first picture: 15 MB.
	const { default: sharp } = await import('sharp')
	sharp.concurrency(1)
	// Reads the head alone. What follows would fail too, but not say why.
	const facts = await sharp(file, { limitInputPixels: false }).metadata()
	if (facts.width * facts.height > MOST_PIXELS) throw new ManyPixelsError()
	const moves = ['gif', 'webp'].includes(facts.format) && (facts.pages ?? 1) > 1
	if (moves && facts.width * facts.height * (facts.pages ?? 1) > MOST_PIXELS) throw new LongMovementError()
	// As it is seen: a camera says in its notes which way is up, and the notes are left out.
	const upright = facts.autoOrient.width
	const widths = new Set([...WIDTHS.filter((width) => width < upright), Math.min(upright, WIDTHS[2])])
	const draw = (failOn: 'error' | 'none') => drawForms(file, [...widths], { failOn, moves }, target)
	return draw('error').catch(async (error: unknown) => {
		if (facts.format !== 'jpeg' || !(await isNearlyWhole(file))) throw error
		return draw('none')
	})
}

interface Drawing {
	failOn: 'error' | 'none'
	moves: boolean
}

async function drawForms(
	file: string,
	widths: readonly number[],
	{ failOn, moves }: Drawing,
	target: (width: number) => Promise<string>,
): Promise<PictureForm[]> {
	const { default: sharp } = await import('sharp')
	const forms: PictureForm[] = []
	for (const width of widths) {
		const path = await target(width)
		const picture = sharp(file, {
			...{ limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn, animated: moves },
		})
		// What moves has no notes of a camera, and cannot be turned.
		const made = await (moves ? picture : picture.autoOrient())
			.resize({ width, withoutEnlargement: true })
			.webp({ quality: 82, effort: 3 })
			.toFile(path)
		forms.push({
			file: path,
			width: made.width,
			height: made.pageHeight ?? made.height,
			bytes: (await stat(path)).size,
		})
	}
	return forms
}

/**
 * Makes a picture anew in up to three widths, the smallest first. Place, camera and whatever was hidden in the file
 * stay behind; one that moves goes on moving. The work is done in threads of sharp.
 * @throws {ManyPixelsError} {LongMovementError} beyond `MOST_PIXELS`; whatever sharp throws for what is no picture.
 */
export const makeForms = (file: string, target: (width: number) => Promise<string>): Promise<PictureForm[]> =>
	inTurn(() => make(file, target))
