/** Maximum length of a line, in bytes. A value in a database server can take 4 MB. */
const MAX_LENGTH = 64 * 1024 * 1024
const NEW_LINE = 0x0a

/**
 * Streams the lines of a file; the last one ends with a line break too. Not `node:readline`, which also splits at
 * U+2028, a character that occurs in text.
 */
async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
	let partial: Buffer[] = []
	let length = 0
	for await (const piece of content) {
		let from = 0
		for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, from)) {
			yield Buffer.concat([...partial, piece.subarray(from, at)]).toString()
			partial = []
			length = 0
			from = at + 1
		}
		partial.push(piece.subarray(from))
		length += piece.length - from
		if (length > MAX_LENGTH) throw new RangeError('A line is too long')
	}
	if (length > 0) throw new RangeError('The last line is incomplete')
}

export async function* batchesOf(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<string[]> {
	let batch: string[] = []
	for await (const line of linesOf(content)) {
		if (batch.push(line) < size) continue
		yield batch
		batch = []
	}
	if (batch.length > 0) yield batch
}
