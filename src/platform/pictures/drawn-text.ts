import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/*
 * Text as outlines of the product's own typeface: a picture that is made on a server has no fonts but ours. Letter by
 * letter, without kerning or ligatures, and from left to right: for titles in pictures, and for nothing that is read as text.
 */

/** Of 1,000 units of the type: the files hold their regular weight, and titles are set a little heavier. */
const HEAVIER = 14

/** What we use of a font of fontkitten, which reads no other weight of these files than the regular one. */
interface Font {
	readonly unitsPerEm: number
	hasGlyphForCodePoint(code: number): boolean
	glyphForCodePoint(code: number): { readonly advanceWidth: number; readonly path: { toSVG(): string } }
}

/** Letters of the title type, by script: the first that has a letter draws it. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
const resolve = createRequire(import.meta.url).resolve
const fileOf = (script: string) =>
	resolve(`@fontsource-variable/source-serif-4/files/source-serif-4-${script}-opsz-normal.woff2`)

let loading: Promise<Font[]> | undefined

/** Loaded with the first text that is drawn. */
async function loadFonts(): Promise<Font[]> {
	const { create } = await import('fontkitten')
	return Promise.all(SCRIPTS.map(async (script) => create(await readFile(fileOf(script))) as unknown as Font))
}

/** Draws text of one size. */
export interface Letters {
	/** Whether there is an outline for every letter. */
	has(text: string): boolean
	widthOf(text: string, size: number): number
	/** SVG of the text, with its base line at `y`. */
	draw(text: string, at: { x: number; y: number; size: number; fill: string }): string
}

export async function loadLetters(): Promise<Letters> {
	loading ??= loadFonts()
	loading.catch(() => (loading = undefined))
	const fonts = await loading
	const fontOf = (code: number) => fonts.find((font) => font.hasGlyphForCodePoint(code))
	const glyphs = (text: string) =>
		[...text.normalize('NFC')].flatMap((letter) => {
			const code = letter.codePointAt(0) ?? 0
			const font = fontOf(code)
			return font ? [{ font, glyph: font.glyphForCodePoint(code) }] : []
		})
	return {
		has: (text) => [...text.normalize('NFC')].every((letter) => fontOf(letter.codePointAt(0) ?? 0) !== undefined),
		widthOf: (text, size) =>
			glyphs(text).reduce((sum, { font, glyph }) => sum + (glyph.advanceWidth * size) / font.unitsPerEm, 0),
		draw(text, { x, y, size, fill }) {
			let at = x
			const drawn = glyphs(text).map(({ font, glyph }) => {
				const scale = size / font.unitsPerEm
				const path = `<path d="${glyph.path.toSVG()}" transform="translate(${at.toFixed(2)} ${y}) scale(${scale} ${-scale})"/>`
				at += glyph.advanceWidth * scale
				return path
			})
			return `<g fill="${fill}" stroke="${fill}" stroke-width="${HEAVIER}">${drawn.join('')}</g>`
		},
	}
}
