import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import { openWoff } from './open-woff.ts'

// Text in the site's typefaces. Each font file contains one script, so text is split into runs, each drawn with the
// first file that has its letters. A letter that no file has is an error: it would be printed as an empty box.

const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const

const FACES = { text: ['inter', 400], strong: ['inter', 600], title: ['source-serif-4', 600] } as const
export type Face = keyof typeof FACES

const resolve = createRequire(import.meta.url).resolve
/** Faces to search for a letter, in order. Source Serif has no file for some scripts. */
const FALLBACKS: Readonly<Record<Face, readonly Face[]>> = {
	text: ['text'],
	strong: ['strong'],
	title: ['title', 'strong'],
}
const MISSING_FILES: ReadonlySet<string> = new Set(['title-greek-ext'])
const files = new Map<string, Buffer>()

/** Reads a font file once per worker. */
function fileOf(family: string, script: string, weight: number): Buffer {
	const path = resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`)
	const file = files.get(path) ?? openWoff(readFileSync(path))
	files.set(path, file)
	return file
}

/** No font has a letter of the text. */
export class LetterError extends Error {
	override name = 'LetterError'
	readonly letter: string

	constructor(letter: string) {
		super(`No font has ${letter}`)
		this.letter = letter
	}
}

/** Disables contextual replacements of Inter, such as arrows. We need none, and they take half of the drawing time. */
const OPTIONS = { features: { calt: false } }

interface Run {
	font: string
	text: string
}

export interface TextStyle {
	face: Face
	size: number
	color: string
}

/** Draws lines of text into a document. Loads each font when a letter first needs it. */
export class Letters {
	readonly #document: PDFDocument
	readonly #loaded = new Set<string>()

	constructor(document: PDFDocument) {
		this.#document = document
	}

	/** Selects the first font of a face that has the letter, and returns its name. */
	#fontOf(letter: string, face: Face): string {
		const fonts = FALLBACKS[face].flatMap((candidate) =>
			SCRIPTS.map((script) => ({ candidate, script, name: `${candidate}-${script}` })),
		)
		for (const { candidate, script, name } of fonts) {
			if (MISSING_FILES.has(name)) continue
			if (!this.#loaded.has(name)) {
				const [family, weight] = FACES[candidate]
				this.#document.registerFont(name, fileOf(family, script, weight))
				this.#loaded.add(name)
			}
			this.#document.font(name)
			if (this.#document._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return name
		}
		throw new LetterError(letter)
	}

	/** Returns the text without letters that no font has. */
	drawable(text: string, face: Face): string {
		const has = (letter: string) => {
			try {
				return letter === '\n' || this.#fontOf(letter, face) !== ''
			} catch (error) {
				if (error instanceof LetterError) return false
				throw error
			}
		}
		return [...text.normalize('NFC')].filter(has).join('')
	}

	/** Splits text into runs of one font each. @throws {LetterError} */
	#runs(text: string, face: Face): Run[] {
		const runs: Run[] = []
		for (const letter of text.normalize('NFC')) {
			const last = runs.at(-1)
			// Every file has a glyph for the space.
			if (last && letter === ' ') {
				last.text += letter
				continue
			}
			const font = this.#fontOf(letter, face)
			if (last?.font === font) last.text += letter
			else runs.push({ font, text: letter })
		}
		return runs
	}

	#widthOfRun({ font, text }: Run, size: number): number {
		return this.#document.font(font).fontSize(size).widthOfString(text, OPTIONS)
	}

	widthOf(text: string, { face, size }: TextStyle): number {
		return this.#runs(text, face).reduce((sum, run) => sum + this.#widthOfRun(run, size), 0)
	}

	/** Draws one line with its top at `y`. */
	draw(text: string, x: number, y: number, { face, size, color }: TextStyle): void {
		let at = x
		for (const run of this.#runs(text, face)) {
			const width = this.#widthOfRun(run, size)
			this.#document.fillColor(color).text(run.text, at, y, { ...OPTIONS, lineBreak: false })
			at += width
		}
	}

	/** Wraps text into lines. Splits words that are longer than a line. */
	wrap(text: string, width: number, style: TextStyle): string[] {
		const lines: string[] = []
		for (const word of text
			.split(/\s+/)
			.filter(Boolean)
			.flatMap((one) => this.#cut(one, width, style))) {
			const last = lines.at(-1)
			const joined = last === undefined ? word : `${last} ${word}`
			if (last !== undefined && this.widthOf(joined, style) <= width) lines[lines.length - 1] = joined
			else lines.push(word)
		}
		return lines
	}

	#cut(word: string, width: number, style: TextStyle): string[] {
		if (this.widthOf(word, style) <= width) return [word]
		const parts: string[] = ['']
		for (const letter of word) {
			const longer = `${parts.at(-1)}${letter}`
			if (this.widthOf(longer, style) <= width) parts[parts.length - 1] = longer
			else parts.push(letter)
		}
		return parts
	}
}
