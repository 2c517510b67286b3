import { type SQL, sql } from 'drizzle-orm'
import { notificationPreferences } from '#db/schema/notifications.ts'
import { isInGoodStanding } from '#src/features/auth/server/standing.ts'
import { DEFAULT_QUOTES, isWithin, type MailQuotes } from '#src/lib/forms/mail-quotes.ts'
import { site } from '#src/lib/site/site.ts'
import { lineOf } from '#src/lib/text/line-of.ts'
import { env } from '#src/platform/env/env.ts'
import { type Block, compose, greeting } from '#src/platform/mail/compose.ts'
import type { WrittenMail } from '#src/platform/mail/mail.ts'

interface Notice {
	to: string
	name: string
	subject: string
	blocks: Block[]
	/** Token from `unsubscribeToken`, and its scope as text, as in "emails about mentions". */
	unsubscribe: { token: string; what: string }
}

/** Cuts by code points, so that no emoji is split. */
const cut = (text: string, length: number) => [...text].slice(0, length).join('')

function excerpt(text: string, length = 300): string {
	const line = text.replaceAll(/\s+/g, ' ').trim()
	const beginning = cut(line, length)
	return beginning === line ? line : `${beginning.trimEnd()}…`
}

/** SQL for how much emails to a member quote, for a `select`. @param userId column, with its table's name. */
export const quotesOf = (userId: SQL) => sql<MailQuotes>`
	coalesce((select quotes from ${notificationPreferences} where user_id = ${userId}), ${DEFAULT_QUOTES})`

/**
 * SQL condition that an account gets emails that members can switch off: it is active, not suspended, and its
 * membership is in good standing.
 * @param of its table or alias
 */
export const getsMails = (of: SQL, now = Date.now()) =>
	sql`(+${of}.status = 'active' and coalesce(${of}.suspended_until, 0) <= ${now}
		and ${isInGoodStanding(sql`${of}.id`, now)})`

/** SQL condition that a member wants emails of a kind. @param userId value, or column with its table's name. */
export const wantsMails = (
	userId: SQL | string,
	kind: 'mentions' | 'comments' | 'feedback' | 'news' | 'offers' | 'deadlines',
) => sql`coalesce((select ${sql.identifier(kind)} from ${notificationPreferences} where user_id = ${userId}), 1) = 1`

/** Longest text to quote in full, in characters: an email can have ten quotes. */
const MAX_QUOTE = 5_000

/** Returns the quote of a post in an email, limited by the recipient's choice and the club's maximum. */
export function quoted(text: string, quotes: MailQuotes, by?: string): Block[] {
	const maximum = site().mailQuotes
	const allowed = isWithin(quotes, maximum) ? quotes : maximum
	if (allowed === 'link') return []
	const full = text.trim()
	const beginning = cut(full, MAX_QUOTE)
	const shown = allowed === 'lines' ? excerpt(text) : beginning === full ? full : `${beginning.trimEnd()}…`
	return [{ kind: 'quote', ...(by === undefined ? {} : { by }), text: shown }]
}

/** Composes an email with an unsubscribe link and the postal address in its footer, and headers for email clients. */
export function composeNotice({ to, name, subject, blocks, unsubscribe }: Notice): WrittenMail {
	const { publicUrl } = env()
	const { token, what } = unsubscribe
	const parts = [greeting(lineOf(name)), ...blocks]
	const footer = {
		label: `Stop ${what}`,
		href: `${publicUrl}/unsubscribe/${token}`,
		postalAddress: site().postalAddress,
	}
	return {
		to,
		...compose(cut(subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), 200), parts, publicUrl, footer),
		headers: {
			'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${token}>`,
			'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
		},
	}
}
