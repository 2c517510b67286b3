/** A headline in parts: what stands between asterisks is emphasized. */
export function emphasized(text: string): Array<{ text: string; isStrong: boolean }> {
	return text
		.split(/\*([^*]+)\*/)
		.map((part, index) => ({ text: part, isStrong: index % 2 === 1 }))
		.filter((part) => part.text !== '')
}
