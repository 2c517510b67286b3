import type { palette } from '../../../tailwind.config.mjs'
import { absolute, type RichTag, type Token, tokensOf } from './rich-tokens.ts'

export const SERIF = "'Source Serif 4', Georgia, 'Times New Roman', serif"
export const SANS = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"

type Colors = (typeof palette)['light']

const bodyStyle = (color: string) => `font:400 16px/1.6 ${SANS};color:${color}`

const stylesOf = (colors: Colors): Partial<Record<RichTag, readonly [names: string, style: string]>> => ({
	p: ['m-ink', `margin:0 0 16px;${bodyStyle(colors.ink)}`],
	h3: ['m-ink', `margin:24px 0 10px;font:600 20px/1.3 ${SERIF};color:${colors.ink}`],
	h4: ['m-ink', `margin:20px 0 8px;font:600 16px/1.4 ${SANS};color:${colors.ink}`],
	ul: ['m-ink', `margin:0 0 16px;padding:0 24px;list-style:disc;${bodyStyle(colors.ink)}`],
	ol: ['m-ink', `margin:0 0 16px;padding:0 24px;list-style:decimal;${bodyStyle(colors.ink)}`],
	li: ['m-ink', `margin:0 0 6px;${bodyStyle(colors.ink)}`],
	blockquote: ['', `margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${colors.brass}`],
	pre: ['m-ink', `margin:0 0 16px;white-space:pre-wrap;font:400 14px/1.5 monospace;color:${colors.ink}`],
	code: ['m-ink', `font-family:monospace;font-size:15px;color:${colors.ink}`],
	a: ['m-link', `color:${colors['brass-text']}`],
	hr: ['m-rule', `margin:24px 0;border:0;border-top:1px solid ${colors.rule}`],
	table: ['m-rule', `margin:4px 0 20px;border-collapse:collapse;border-bottom:1px solid ${colors.rule}`],
	th: [
		'm-ink m-rule',
		`padding:8px 16px 8px 0;border-top:1px solid ${colors.rule};text-align:left;text-align:start;vertical-align:top;font:600 15px/1.5 ${SANS};color:${colors.ink}`,
	],
	td: [
		'm-ink m-rule',
		`padding:8px 16px 8px 0;border-top:1px solid ${colors.rule};text-align:left;text-align:start;vertical-align:top;font:400 15px/1.5 ${SANS};color:${colors.ink}`,
	],
})

function startTag(
	{ tag, href, start, spans }: Token,
	[names, style]: readonly [string, string],
	publicUrl: string,
): string {
	const attributes = [
		HAS_DIRECTION.has(tag) && ' dir="auto"',
		names && ` class="${names}"`,
		style && ` style="${style}"`,
		href === undefined ? '' : ` href="${absolute(href, publicUrl)}"`,
		start === undefined ? '' : ` start="${start}"`,
		spans,
	]
	return `<${tag}${attributes.filter(Boolean).join('')}>`
}

const HAS_DIRECTION: ReadonlySet<RichTag | undefined> = new Set([
	'p',
	'h3',
	'h4',
	'ul',
	'ol',
	'li',
	'blockquote',
	'pre',
	'th',
	'td',
])

const isBox = (tag: RichTag | undefined) => tag === 'li' || tag === 'td' || tag === 'th'

export function richHtml(html: string, colors: Colors, publicUrl: string): string {
	const styles = stylesOf(colors)
	let output = ''
	let boxDepth = 0
	for (const token of tokensOf(html)) {
		const { tag, isEnd, text } = token
		if (isBox(tag)) boxDepth += isEnd ? -1 : 1
		if (tag === undefined) output += text
		else if (isEnd) output += `</${tag}>`
		else if (tag === 'br') output += '<br>'
		else {
			const [names, baseStyle] = styles[tag] ?? ['', '']
			// A list item or cell already has space below.
			const style = tag === 'p' && boxDepth > 0 ? baseStyle.replace('0 0 16px', '0 0 4px') : baseStyle
			output += startTag(token, [names, style], publicUrl)
		}
	}
	return output
}
