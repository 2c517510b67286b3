/** A mail as a reader sees it. */
export interface ReadMail {
	subject: string
	to: string
	date: string
	text: string
	html: string
}

/** Reads a mail: one of ours, as it was written to a file or as a mail server got it. */
export async function readMail(raw: string): Promise<ReadMail> {
	const { default: PostalMime } = await import('postal-mime')
	const { subject = '', to = [], headers, text = '', html = '' } = await PostalMime.parse(raw)
	return {
		subject,
		to: to.map(({ address }) => address).join(', '),
		// As it is written: an ISO date is none for reading.
		date: headers.find(({ key }) => key === 'date')?.value ?? '',
		text: text.trim(),
		html: html.trim(),
	}
}
