/**
 * What mails show of a question or comment, from the least to the most. A mail is the least private copy of it: it passes
 * other servers and lies in mailboxes for years.
 */
export const MAIL_QUOTES = ['link', 'lines', 'full'] as const
export type MailQuotes = (typeof MAIL_QUOTES)[number]

/** Of who chose nothing. */
export const USUAL_QUOTES: MailQuotes = 'lines'

/** In the words of a choice. */
export const QUOTES_LABELS: Readonly<Record<MailQuotes, string>> = {
	link: 'Nothing, only the link to it',
	lines: 'The first lines',
	full: 'The whole text',
}

/** Whether it shows no more than `most`. */
export const isWithin = (quotes: MailQuotes, most: MailQuotes): boolean =>
	MAIL_QUOTES.indexOf(quotes) <= MAIL_QUOTES.indexOf(most)
