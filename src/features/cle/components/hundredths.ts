/** Parses `1.5` as 150 hundredths, without floats; NaN if it is not a number. */
export function parseHundredths(text: string): number {
	const [, whole = '', part = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
	return whole === '' ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
