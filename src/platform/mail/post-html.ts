import { directionOf } from '#src/lib/direction.ts'
import { escapeHtml } from '#src/lib/text/html.ts'
import { type Inline, parsePost } from '#src/lib/text/post-text.ts'

const textOf = (parts: readonly Inline[]): string =>
	parts.map((part) => ('parts' in part ? textOf(part.parts) : part.text)).join('')

function inlineHtml(parts: readonly Inline[], linkColor: string): string {
	return parts
		.map((part) => {
			if ('parts' in part) return `<${part.kind}>${inlineHtml(part.parts, linkColor)}</${part.kind}>`
			const text = escapeHtml(part.text)
			if (part.kind !== 'link') return text
			return `<a class="m-link" href="${escapeHtml(part.href)}" style="color:${linkColor};word-break:break-all">${text}</a>`
		})
		.join('')
}

/** Renders a member's post for an email, like `PostText.tsx` on pages. @param font inline style of the text. */
export function postHtml(text: string, font: string, linkColor: string): string {
	const attributes = (parts: readonly Inline[], style: string) =>
		`class="m-ink"${directionOf(textOf(parts)) === 'rtl' ? ' dir="rtl"' : ''} style="${style};${font}"`
	return parsePost(text)
		.map((block, at) => {
			const margin = `margin:${at === 0 ? 0 : '12px'} 0 0`
			if (block.kind === 'paragraph') {
				const lines = block.lines.map((parts) => inlineHtml(parts, linkColor))
				return `<p ${attributes(block.lines.flat(), margin)}>${lines.join('<br>')}</p>`
			}
			const items = block.items.map(
				({ number, parts }) =>
					`<li${number === null ? '' : ` value="${number}"`} ${attributes(parts, 'margin:0')}>${inlineHtml(parts, linkColor)}</li>`,
			)
			const list = block.items[0]?.number === null ? 'ul' : 'ol'
			return `<${list} style="${margin};padding:0 24px">${items.join('')}</${list}>`
		})
		.join('')
}
