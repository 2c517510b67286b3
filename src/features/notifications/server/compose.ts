import { type SQL, sql } from 'drizzle-orm'
import { isWithin, type MailQuotes, USUAL_QUOTES } from '#src/lib/forms/mail-quotes.ts'
import { lineOf } from '#src/lib/one-line.ts'
import { site } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
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
const oneLine = (text: string) => cut(lineOf(text), 200)

/** At most `length` characters of a post, on one line. */
function excerpt(text: string, length = 300): string {
	const line = text.replaceAll(/\s+/g, ' ').trim()
	const start = cut(line, length)
	return start === line ? line : `${start.trimEnd()}…`
}

/** What this member wants mails to show of posts, for a `select`. @param userId the column, with the name of its table. */
export const quotesOf = (userId: SQL) => sql<MailQuotes>`
	coalesce((select quotes from notification_preferences where user_id = ${userId}), ${USUAL_QUOTES})`

/** Longest text that is quoted whole, in characters: a mail may have ten of them. */
const LONGEST_QUOTE = 5_000

/** What a mail shows of a post: as its reader chose, and no more than the owner allows. */
export function quoted(text: string, quotes: MailQuotes, by?: string): Block[] {
	const most = site().mailQuotes
	const allowed = isWithin(quotes, most) ? quotes : most
	if (allowed === 'link') return []
	const whole = text.trim()
	const start = cut(whole, LONGEST_QUOTE)
	const shown = allowed === 'lines' ? excerpt(text) : start === whole ? whole : `${start.trimEnd()}…`
	return [{ kind: 'quote', ...(by === undefined ? {} : { by }), text: shown }]
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
