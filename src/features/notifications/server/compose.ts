import { env } from '#src/platform/env.ts'
import { type Block, compose, greeting } from '#src/platform/mail/compose.ts'
import type { WrittenMail } from '#src/platform/mail/mail.ts'

interface Notice {
	to: string
	/** Name of the reader. */
	name: string
	subject: string
	blocks: Block[]
	/** Token of `unsubscribeToken`, and what it switches off, as in "mails about mentions". */
	unsubscribe: { token: string; what: string }
}

/** By characters: half of an emoji is none. */
const cut = (text: string, length: number) => [...text].slice(0, length).join('')

/** A subject is one line: what a member typed must not begin another header. */
const oneLine = (text: string) => cut(text.replaceAll(/\p{Cc}+/gu, ' ').trim(), 200)

/** At most `length` characters of a post, on one line. */
export function excerpt(text: string, length = 300): string {
	const line = text.replaceAll(/\s+/g, ' ').trim()
	const start = cut(line, length)
	return start === line ? line : `${start.trimEnd()}…`
}

/** A mail that can be switched off: by the link at its foot, and by the headers that mail programs make a button of. */
export function composeNotice({ to, name, subject, blocks, unsubscribe }: Notice): WrittenMail {
	const { publicUrl } = env()
	const { token, what } = unsubscribe
	const parts = [greeting(oneLine(name)), ...blocks]
	const stop = { label: `Stop ${what}`, href: `${publicUrl}/unsubscribe/${token}` }
	return {
		to,
		...compose(oneLine(subject), parts, publicUrl, stop),
		headers: {
			'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${token}>`,
			'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
		},
	}
}
