/** A headline in parts: what stands between asterisks is emphasised. */
export function emphasised(text: string): Array<{ text: string; isStrong: boolean }> {
	return text
		.split(/\*([^*]+)\*/)
		.map((part, index) => ({ text: part, isStrong: index % 2 === 1 }))
		.filter((part) => part.text !== '')
}
