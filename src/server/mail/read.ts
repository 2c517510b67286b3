/** A mail as a reader sees it. */
export interface ReadMail {
	subject: string
	to: string
	date: string
	text: string
	html: string
}

const header = (raw: string, name: string) =>
	new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im')
		.exec(raw)?.[1]
		?.replaceAll(/\r?\n[ \t]+/g, ' ')
		.trim() ?? ''

const fromQuotedPrintable = (text: string) =>
	Buffer.from(
		text
			.replaceAll(/=\r?\n/g, '')
			.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
		'latin1',
	).toString('utf8')

function decode(part: string): string {
	const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? []
	const encoding = header(head, 'Content-Transfer-Encoding').toLowerCase()
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
	return encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body
}

/** Reads a mail of ours: one text and one HTML part. No other mail is ever read here. */
export function readMail(raw: string): ReadMail {
	const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
	const parts = boundary ? raw.split(`--${boundary}`).slice(1) : []
	const of = (type: string) => {
		const part = parts.find((each) => new RegExp(`^Content-Type: ${type}`, 'im').test(each))
		return part ? decode(part.replace(/^\r?\n/, '')).trim() : ''
	}
	return {
		subject: header(raw, 'Subject'),
		to: header(raw, 'To'),
		date: header(raw, 'Date'),
		text: of('text/plain'),
		html: of('text/html'),
	}
}
