/** Types for the part of the library that we use, which has no types. */
declare module 'pdfkit' {
	import type { Readable } from 'node:stream'

	class StructureElement {
		private constructor()
		add(child: StructureElement | (() => void)): this
		end(): void
	}
	class PDFDocument extends Readable {
		constructor(options: object)
		readonly page: { readonly width: number; readonly height: number }
		/** The current font. A private field, but the only way to check whether a font has a letter. */
		readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } }
		addPage(): this
		registerFont(name: string, file: Uint8Array): this
		font(name: string): this
		fontSize(size: number): this
		fillColor(color: string): this
		widthOfString(text: string, options: object): number
		text(text: string, x: number, y: number, options: object): this
		rect(x: number, y: number, width: number, height: number): this
		fill(color: string): this
		struct(type: string, children?: () => void): StructureElement
		struct(type: string, options: { scope?: string }, children?: () => void): StructureElement
		addStructure(element: StructureElement): this
		markContent(tag: string): this
		endMarkedContent(): this
		end(): void
	}
	export default PDFDocument
}
