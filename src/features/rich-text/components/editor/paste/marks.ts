import { all, renamed, styleOf } from './dom.ts'

const isBold = (weight: string) => /^bold/.test(weight) || Number(weight) >= 600
const isPlain = (weight: string) => weight === 'normal' || Number(weight) < 600

/** Smaller offsets, in pixels or points, only align text, such as an icon's label. */
const SMALLEST_OFFSET = 2
/** Pixels per em, roughly. */
const EM = 12

/** Returns how far a relative position moves text up, which is how many style sheets raise `sup`. */
function offsetOf(element: Element): number {
	if (styleOf(element, 'position') !== 'relative') return 0
	const [top, bottom] = [styleOf(element, 'top'), styleOf(element, 'bottom')]
	const text = Number.parseFloat(top) ? top : bottom
	const offset = (Number.parseFloat(text) || 0) * (/\dr?em$/.test(text) ? EM : 1) * (text === top ? -1 : 1)
	return Math.abs(offset) < SMALLEST_OFFSET ? 0 : offset
}

/** Returns a positive number for raised text, a negative one for lowered text. The style overrides class and tag. */
function heightOf(element: Element): number {
	const raise = Number.parseFloat(styleOf(element, 'mso-text-raise')) || offsetOf(element)
	if (raise !== 0) return raise
	const align = styleOf(element, 'vertical-align') || styleOf(element, 'font-variant-position')
	if (/^(super|text-top)$/.test(align)) return 1
	if (/^(sub|text-bottom)$/.test(align)) return -1
	if (align === 'baseline' || /^[-+.\d]/.test(align)) return Number.parseFloat(align) || 0
	if (element.matches('sup, .Superscript, .MsoFootnoteReference, .MsoEndnoteReference')) return 1
	return element.matches('sub, .Subscript') ? -1 : 0
}

/** Returns an element's marks, from its name and its style. The style takes precedence. */
function marksOf(element: Element): string[] {
	const name = element.localName
	const weight = styleOf(element, 'font-weight')
	const slant = styleOf(element, 'font-style')
	const line = `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`
	const height = heightOf(element)
	const isLinked = element.closest('a') !== null
	const inHeading = element.closest('h2, h3, h4') !== null
	const marks = {
		strong: !inHeading && (weight ? isBold(weight) && !isPlain(weight) : name === 'b' || name === 'strong'),
		em: slant ? /italic|oblique/.test(slant) : name === 'i' || name === 'em' || name === 'cite',
		u: !isLinked && (/underline/.test(line) || (name === 'u' && !/none/.test(line))),
		s: /line-through/.test(line) || name === 's' || name === 'strike',
		sup: height > 0,
		sub: height < 0,
		code: name === 'code' || name === 'kbd' || name === 'samp' || name === 'tt',
	}
	return Object.entries(marks).flatMap(([mark, isSet]) => (isSet ? [mark] : []))
}

const INLINE =
	'span, font, b, strong, i, em, cite, u, s, strike, code, kbd, samp, tt, big, small, sub, sup, label, abbr'

/** Replaces styles with elements: bold, italic, underline, strikethrough, superscript, subscript and code. */
export function makeMarks(root: HTMLElement): void {
	// Innermost first, so a replacement contains earlier replacements.
	for (const element of all(root, INLINE).reverse()) {
		// Google Docs wraps everything in a `b` with a normal font weight.
		const marks = element.querySelector('p, h2, h3, h4, ul, ol, table, div') ? [] : marksOf(element)
		const inner = renamed(element, 'span')
		for (const mark of marks) {
			const outer = inner.ownerDocument.createElement(mark)
			outer.append(...inner.childNodes)
			inner.append(outer)
		}
		inner.replaceWith(...inner.childNodes)
	}
}
