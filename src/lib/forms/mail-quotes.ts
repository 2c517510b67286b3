/**
 * How much of a question or comment an email quotes, from least to most. An email is the least private copy: it passes
 * through other servers and stays in mailboxes for years.
 */
export const MAIL_QUOTES = ['link', 'lines', 'full'] as const
export type MailQuotes = (typeof MAIL_QUOTES)[number]

export const DEFAULT_QUOTES: MailQuotes = 'lines'

export const QUOTES_LABELS: Readonly<Record<MailQuotes, string>> = {
	link: 'Only a link',
	lines: 'The first lines',
	full: 'The whole text',
}

/** Returns whether `quotes` shows at most as much as `max`. */
export const isWithin = (quotes: MailQuotes, max: MailQuotes): boolean =>
	MAIL_QUOTES.indexOf(quotes) <= MAIL_QUOTES.indexOf(max)
