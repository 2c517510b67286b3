/** Splits a headline into parts and emphasizes text between asterisks. */
export function emphasized(text: string): Array<{ text: string; isStrong: boolean }> {
	return text
		.split(/\*([^*]+)\*/)
		.map((part, index) => ({ text: part, isStrong: index % 2 === 1 }))
		.filter((part) => part.text !== '')
}
