import { site } from '#src/lib/site.ts'
import { env } from '#src/server/env.ts'
import type { Mail } from './mail-rows.ts'

interface Letter {
	/** Names the cause; the Message-ID is made of it. */
	id: string
	to: string
	/** Name of the reader. */
	name: string
	subject: string
	paragraphs: string[]
	link: { label: string; url: string }
	/** Token of `unsubscribeToken`, and what it switches off, as in "mails about mentions". */
	unsubscribe: { token: string; what: string }
}

const escapeHtml = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A subject is one line: what a member typed must not begin another header. */
const oneLine = (text: string) =>
	text
		.replaceAll(/\p{Cc}+/gu, ' ')
		.trim()
		.slice(0, 200)

/** At most `length` characters of a post, on one line. */
export function excerpt(text: string, length = 300): string {
	const line = text.replaceAll(/\s+/g, ' ').trim()
	return line.length <= length ? line : `${line.slice(0, length).trimEnd()}…`
}

/** A mail with a text and a simple HTML part, and the headers that give mail programs their own unsubscribe button. */
export function compose(letter: Letter): Mail {
	const { publicUrl } = env()
	const page = `${publicUrl}/unsubscribe/${letter.unsubscribe.token}`
	const foot = `You get this because you are a member of ${site.name}.`
	const stop = `Stop ${letter.unsubscribe.what}`
	const text = [
		`Hello ${oneLine(letter.name)},`,
		...letter.paragraphs,
		`${letter.link.label}: ${letter.link.url}`,
		'--',
		`${foot}\n${stop}: ${page}`,
	].join('\n\n')
	const html = [
		'<!doctype html><html lang="en"><body style="font-family:Georgia,serif;line-height:1.6;color:#17212f">',
		...[`Hello ${oneLine(letter.name)},`, ...letter.paragraphs].map(
			(paragraph) => `<p style="white-space:pre-line">${escapeHtml(paragraph)}</p>`,
		),
		`<p><a href="${escapeHtml(letter.link.url)}">${escapeHtml(letter.link.label)}</a></p>`,
		`<hr><p style="font-size:small">${escapeHtml(foot)} <a href="${escapeHtml(page)}">${escapeHtml(stop)}</a></p>`,
		'</body></html>',
	].join('\n')
	return {
		to: letter.to,
		subject: oneLine(letter.subject),
		text,
		html,
		headers: {
			'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${letter.unsubscribe.token}>`,
			'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
		},
		messageId: `<${letter.id}@${new URL(publicUrl).hostname}>`,
	}
}
