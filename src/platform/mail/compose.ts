import { directionOf, isolate, withoutIsolates } from '#src/lib/direction.ts'
import { site } from '#src/lib/site/site.ts'
import { WELCOME_STEPS } from '#src/lib/site/welcome-steps.ts'
import { escapeHtml } from '#src/lib/text/html.ts'
import { lineOf } from '#src/lib/text/line-of.ts'
import { ownPalette } from '#src/lib/theme/theme.ts'
import { palette } from '../../../tailwind.config.mjs'
import { postHtml } from './post-html.ts'
import { richHtml, SANS, SERIF } from './rich.ts'
import { richText } from './rich-text.ts'

/** A part of an email. Plain text and HTML are rendered from the same parts, so that they match. */
export type Block =
	| { kind: 'text'; text: string }
	| { kind: 'button'; label: string; href: string }
	| { kind: 'link'; label: string; href: string }
	| { kind: 'facts'; facts: ReadonlyArray<readonly [name: string, value: string]> }
	| { kind: 'note'; text: string }
	| { kind: 'quote'; by?: string; text: string }
	/** Rich text, sanitized to the tags that `rich.ts` supports. */
	| { kind: 'rich'; html: string }

/**
 * Returns the salutation. Omits names that look like a link: an applicant chooses the name and the email address, and
 * could otherwise make us send messages to strangers.
 */
export const greeting = (name: string): Block => ({
	kind: 'text',
	text: /[/:@]|www\.|\.[a-z]{2,}\b/i.test(name) ? 'Hello,' : `Hello ${isolate(name)},`,
})

export const text = (content: string): Block => ({ kind: 'text', text: content })
/** Returns the welcome steps for new members, as links. */
export const firstSteps = (link: (path: string) => string): Block[] => [
	text('Four steps to get started, in about twenty minutes:'),
	...WELCOME_STEPS.map(({ title, href }): Block => ({ kind: 'link', label: title, href: link(href) })),
]

export const footnote = (content: string): Block => ({ kind: 'note', text: content })

/** The footer of an email with an unsubscribe link. */
export interface Footer {
	label: string
	href: string
	/** The club's postal address, with line breaks; empty if unset. */
	postalAddress: string
}

export interface Composed {
	subject: string
	text: string
	html: string
}

type Scheme = (typeof palette)['light']
interface Colors {
	readonly light: Scheme
	readonly dark: Scheme
}

/** Returns the default colors, overridden by the owner's. */
function colors(): Colors {
	const own = ownPalette(site())
	return { light: { ...palette.light, ...own.light }, dark: { ...palette.dark, ...own.dark } }
}

// Email clients ignore style sheets, so every element has inline styles. Classes are used only for dark mode.
const styleOf = ({ dark }: Colors) =>
	`:root{color-scheme:light dark}blockquote>:last-child{margin-bottom:0!important}@media (prefers-color-scheme:dark){.m-paper{background:${dark.paper}!important}.m-card{background:${dark.surface}!important;border-color:${dark.rule}!important;border-top-color:${dark.brass}!important}.m-ink{color:${dark.ink}!important}.m-muted{color:${dark.muted}!important}.m-rule{border-color:${dark.rule}!important}.m-button{background:${dark.primary}!important}.m-button a{color:${dark['on-primary']}!important}.m-link{color:${dark['brass-text']}!important}}`

/** Returns the `dir` attribute of a paragraph. Email clients differ in their support of `dir="auto"` and its CSS. */
const dirOf = (text: string) => (directionOf(text) === 'rtl' ? ' dir="rtl"' : '')

const paragraph = (text: string, style: string, name: string) =>
	`<p class="${name}"${dirOf(text)} style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

function blockHtml(block: Block, light: Scheme, publicUrl: string): string {
	switch (block.kind) {
		case 'rich':
			return richHtml(block.html, light, publicUrl)
		case 'text':
			return paragraph(block.text, `font:400 16px/1.6 ${SANS};color:${light.ink}`, 'm-ink')
		case 'note':
			return paragraph(block.text, `font:400 14px/1.6 ${SANS};color:${light.muted}`, 'm-muted')
		case 'button': {
			const href = escapeHtml(block.href)
			return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr><td class="m-button" style="background:${light.primary};border-radius:8px"><a href="${href}" style="display:inline-block;padding:13px 22px;font:600 16px/1.2 ${SANS};color:${light['on-primary']};text-decoration:none">${escapeHtml(block.label)}</a></td></tr></table><p class="m-muted" style="margin:0 0 20px;font:400 13px/1.5 ${SANS};color:${light.muted}">Or open <a class="m-link" href="${href}" style="color:${light['brass-text']};word-break:break-all">${href}</a></p>`
		}
		case 'link':
			return `<p${dirOf(block.label)} style="margin:0 0 16px;font:400 14px/1.6 ${SANS}"><a class="m-link" href="${escapeHtml(block.href)}" style="color:${light['brass-text']}">${escapeHtml(block.label)}</a></p>`
		case 'quote': {
			const by = block.by
				? paragraph(block.by, `margin:0 0 4px;font:600 14px/1.5 ${SANS};color:${light.muted}`, 'm-muted')
				: ''
			const textHtml = postHtml(block.text, `font:400 16px/1.6 ${SERIF};color:${light.ink}`, light['brass-text'])
			const edge = directionOf(block.text) === 'rtl' ? 'right' : 'left'
			return `<div style="margin:0 0 20px;padding:2px 0;padding-${edge}:16px;border-${edge}:3px solid ${light.brass}">${by}${textHtml}</div>`
		}
		case 'facts': {
			const rows = block.facts.map(
				([name, value]) =>
					`<tr><th scope="row" align="left" valign="top" class="m-muted m-rule" style="padding:8px 16px 8px 0;border-top:1px solid ${light.rule};font:400 14px/1.5 ${SANS};color:${light.muted};white-space:nowrap">${escapeHtml(name)}</th><td class="m-ink m-rule"${dirOf(value)} style="padding:8px 0;border-top:1px solid ${light.rule};font:500 15px/1.5 ${SANS};color:${light.ink};word-break:break-word">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`,
			)
			return `<table cellpadding="0" cellspacing="0" width="100%" style="margin:4px 0 20px;border-bottom:1px solid ${light.rule}" class="m-rule">${rows.join('')}</table>`
		}
	}
}

function blockText(block: Block, publicUrl: string): string {
	switch (block.kind) {
		case 'rich':
			return richText(block.html, publicUrl)
		case 'button':
		case 'link':
			return `${block.label}:\n${block.href}`
		case 'quote': {
			const lines = block.text.split('\n').map((line) => `> ${line}`)
			return [...(block.by ? [`${block.by}:`] : []), ...lines].join('\n')
		}
		case 'facts':
			return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
		default:
			return block.text
	}
}

export function compose(subject: string, blocks: readonly Block[], publicUrl: string, footer?: Footer): Composed {
	const { name, tagline } = site()
	const clubColors = colors()
	const { light } = clubColors
	const signature = [
		tagline ? `${name}: ${tagline}` : name,
		publicUrl,
		...(footer ? [`${footer.label}: ${footer.href}`] : []),
		...(footer?.postalAddress ? [footer.postalAddress] : []),
	]
	const plainText = `${[subject, ...blocks.map((block) => blockText(block, publicUrl))].join('\n\n')}\n\n-- \n${signature.join('\n')}\n`
	const link = (label: string, href: string) =>
		`<a class="m-link" href="${escapeHtml(href)}" style="color:${light['brass-text']}">${escapeHtml(label)}</a>`
	const footerLines = [
		...(tagline ? [`<span${dirOf(tagline)}>${escapeHtml(tagline)}</span>`] : []),
		link(publicUrl, publicUrl),
		...(footer ? [link(footer.label, footer.href)] : []),
		...(footer?.postalAddress
			? [`<span${dirOf(footer.postalAddress)}>${escapeHtml(footer.postalAddress).replaceAll('\n', '<br>')}</span>`]
			: []),
	]
	const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(withoutIsolates(subject))}</title><style>${styleOf(clubColors)}</style></head>
<body class="m-paper" style="margin:0;background:${light.paper}">
<div role="main"><table role="presentation" class="m-paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td${dirOf(name)} style="padding:0 4px 18px"><span class="m-ink" style="font:600 20px/1.2 ${SERIF};color:${light.ink}">${escapeHtml(name)}</span></td></tr>
<tr><td class="m-card" style="background:${light.surface};border:1px solid ${light.rule};border-top:3px solid ${light.brass};border-radius:14px;padding:32px 28px 16px">
<h1 class="m-ink"${dirOf(subject)} style="margin:0 0 18px;font:560 26px/1.2 ${SERIF};color:${light.ink}">${escapeHtml(subject)}</h1>
${blocks.map((block) => blockHtml(block, light, publicUrl)).join('\n')}
</td></tr>
<tr><td class="m-muted" style="padding:18px 4px 0;font:400 13px/1.5 ${SANS};color:${light.muted}">${footerLines.join('<br>')}</td></tr>
</table></td></tr></table></div></body></html>
`
	// Members' text in the subject must not start another header.
	return { subject: lineOf(subject), text: withoutIsolates(plainText), html }
}
