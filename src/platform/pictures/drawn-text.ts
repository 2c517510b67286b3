import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/*
 * Draws text as outlines of the site's typeface, since the server has no other fonts. Places letters from left to right
 * without kerning or ligatures, so it is suitable only for titles in pictures.
 */

/** Stroke width that emboldens titles, in 1/1000 em: the font files have only the regular weight. */
const BOLD_STROKE = 14

/** The part of a fontkitten font that we use. The library reads only the regular weight of these files. */
interface Font {
	readonly unitsPerEm: number
	hasGlyphForCodePoint(code: number): boolean
	glyphForCodePoint(code: number): { readonly advanceWidth: number; readonly path: { toSVG(): string } }
}

/** Scripts of the font files. Each letter is drawn with the first file that contains it. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
const resolve = createRequire(import.meta.url).resolve
const fileOf = (script: string) =>
	resolve(`@fontsource-variable/source-serif-4/files/source-serif-4-${script}-opsz-normal.woff2`)

let loading: Promise<Font[]> | undefined

/** Loads the fonts. Called when the first text is drawn. */
async function loadFonts(): Promise<Font[]> {
	const { create } = await import('fontkitten')
	return Promise.all(SCRIPTS.map(async (script) => create(await readFile(fileOf(script))) as unknown as Font))
}

export interface Letters {
	has(text: string): boolean
	widthOf(text: string, size: number): number
	/** Returns the text as SVG, with its baseline at `y`. */
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
			const paths = glyphs(text).map(({ font, glyph }) => {
				const scale = size / font.unitsPerEm
				const path = `<path d="${glyph.path.toSVG()}" transform="translate(${at.toFixed(2)} ${y}) scale(${scale} ${-scale})"/>`
				at += glyph.advanceWidth * scale
				return path
			})
			return `<g fill="${fill}" stroke="${fill}" stroke-width="${BOLD_STROKE}">${paths.join('')}</g>`
		},
	}
}
