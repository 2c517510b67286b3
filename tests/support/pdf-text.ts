import { inflateSync } from 'node:zlib'

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)endobj/g

/** Returns the objects of a PDF by number, with streams inflated. */
function objectsIn(pdf: string): Map<string, string> {
	return new Map(
		[...pdf.matchAll(OBJECT)].map(([, number = '', body = '']) => {
			const [head = '', stream] = body.split(/stream\n([\s\S]*?)\nendstream/)
			const isPacked = stream !== undefined && head.includes('/FlateDecode')
			return [number, isPacked ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : body]
		}),
	)
}

/** Decodes the letters of a glyph. A ligature has several. */
const fromHex = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

/** Returns the letters of a font by glyph number. */
const lettersIn = (map: string) =>
	[...map.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/g)].reduce((letters, [, first = '', list = '']) => {
		for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries())
			letters.set(Number.parseInt(first, 16) + index, fromHex(hex))
		return letters
	}, new Map<number, string>())

/**
 * Reads the text of a PDF made by pdfkit, as a screen reader does. Maps the glyphs of each marked content to letters of
 * its font, in the order of the tags.
 */
export function pdfText(bytes: Uint8Array): string {
	const objects = objectsIn(Buffer.from(bytes).toString('latin1'))
	const all = [...objects.values()]
	const [, fontList = ''] = /\/Font <<\n([\s\S]*?)>>/.exec(all.find((body) => body.includes('/ProcSet')) ?? '') ?? []
	const fonts = new Map(
		[...fontList.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number = '']) => {
			const [, map = ''] = /\/ToUnicode (\d+)/.exec(objects.get(number) ?? '') ?? []
			return [name, lettersIn(objects.get(map) ?? '')]
		}),
	)
	const page = all.find((body) => body.includes(' Tf\n')) ?? ''
	const marked = [...page.matchAll(/\/MCID \d+\n>> BDC\n([\s\S]*?)EMC/g)]
	return marked
		.map(([, content = '']) =>
			[...content.matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*?)\] TJ/g)]
				.map(([, font = '', shown = '']) =>
					[...shown.matchAll(/<(\w+)>/g)]
						.flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
						.map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '□')
						.join(''),
				)
				.join(''),
		)
		.join('\n')
}
