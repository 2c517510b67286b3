export interface ByteRange {
	readonly start: number
	readonly end: number
}

/**
 * Parses a `Range` header for a file of `size` bytes. Returns undefined, which means the whole file, for other units,
 * invalid values and multiple ranges (which would only multiply our work).
 */
export function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
	const match = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})$/i.exec(header.trim())
	if (!match) return undefined
	const [, first = '', last = ''] = match
	if (first === '' && last === '') return undefined
	if (first === '') {
		const length = Math.min(Number(last), size)
		return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
	}
	const start = Number(first)
	if (last !== '' && Number(last) < start) return undefined
	if (start >= size) return 'unsatisfiable'
	return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
