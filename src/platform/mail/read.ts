export interface ReadMail {
	subject: string
	to: string
	date: string
	text: string
	html: string
}

export async function readMail(raw: string): Promise<ReadMail> {
	const { default: PostalMime } = await import('postal-mime')
	const { subject = '', to = [], headers, text = '', html = '' } = await PostalMime.parse(raw)
	return {
		subject,
		to: to.map(({ address }) => address).join(', '),
		// The original header, because an ISO date is less readable.
		date: headers.find(({ key }) => key === 'date')?.value ?? '',
		text: text.trim(),
		html: html.trim(),
	}
}
