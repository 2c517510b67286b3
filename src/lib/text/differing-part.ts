/** Text in three parts, of which the middle one differs from another text. */
export type Parts = readonly [before: string, middle: string, after: string]

/** Letters, digits and halves of surrogate pairs. */
const PART_OF_WORD = /[\p{L}\p{N}\p{Cs}]/u

const isInWord = (text: string, at: number) =>
	PART_OF_WORD.test(text[at - 1] ?? '') && PART_OF_WORD.test(text[at] ?? '')

/** Splits `text` around its difference from `other`, at word boundaries. */
export function differingPart(text: string, other: string): Parts {
	const shorter = Math.min(text.length, other.length)
	let start = 0
	while (start < shorter && text[start] === other[start]) start++
	while (start > 0 && (isInWord(text, start) || isInWord(other, start))) start--
	let same = 0
	while (same < shorter - start && text.at(-1 - same) === other.at(-1 - same)) same++
	while (same > 0 && (isInWord(text, text.length - same) || isInWord(other, other.length - same))) same--
	const end = text.length - same
	return [text.slice(0, start), text.slice(start, end), text.slice(end)]
}

/**
 * Splits each line like `differingPart` if both texts have the same number of lines; otherwise, the text as a whole.
 */
export function differingLines(text: string, other: string): readonly Parts[] {
	const [lines, others] = [text.split('\n'), other.split('\n')]
	if (lines.length !== others.length) return [differingPart(text, other)]
	return lines.map((line, index) => differingPart(line, others[index] ?? ''))
}
