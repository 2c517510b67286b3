/** Splits a headline into parts: text between asterisks is strong. */
export function splitEmphasis(text: string): Array<{ text: string; isStrong: boolean }> {
	return text
		.split(/\*([^*]+)\*/)
		.map((part, index) => ({ text: part, isStrong: index % 2 === 1 }))
		.filter((part) => part.text !== '')
}
