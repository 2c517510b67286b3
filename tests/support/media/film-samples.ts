import { createHash } from 'node:crypto'

// Reads the samples of an MP4 using its tables (ISO 14496-12), independently of the product's code.

type Box = { type: string; body: Buffer }

function boxes(bytes: Buffer): Box[] {
	const result: Box[] = []
	for (let at = 0; at + 8 <= bytes.length; ) {
		const short = bytes.readUInt32BE(at)
		const head = short === 1 ? 16 : 8
		const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short || bytes.length - at
		result.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + head, at + length) })
		at += length
	}
	return result
}

const inside = (bytes: Buffer, ...path: string[]): Buffer =>
	path.reduce((within, type) => boxes(within).find((box) => box.type === type)?.body ?? Buffer.alloc(8), bytes)

const numbers = (table: Buffer, from: number, count: number) =>
	Array.from({ length: count }, (_, at) => table.readUInt32BE(from + at * 4))

function offsetsIn(tables: Buffer): number[] {
	const short = inside(tables, 'stco')
	if (short.length > 8) return numbers(short, 8, short.readUInt32BE(4))
	const long = inside(tables, 'co64')
	return Array.from({ length: long.readUInt32BE(4) }, (_, at) => Number(long.readBigUInt64BE(8 + at * 8)))
}

function sizesIn(tables: Buffer): number[] {
	const sizes = inside(tables, 'stsz')
	const [one, count] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)]
	return one > 0 ? Array.from({ length: count }, () => one) : numbers(sizes, 12, count)
}

/** Returns a hash of each sample, by track. */
export function samplesOf(file: Buffer): string[][] {
	const tracks = boxes(inside(file, 'moov')).filter(({ type }) => type === 'trak')
	return tracks.map(({ body }) => {
		const tables = inside(body, 'mdia', 'minf', 'stbl')
		const sizes = sizesIn(tables)
		const stsc = inside(tables, 'stsc')
		const runs = numbers(stsc, 8, stsc.readUInt32BE(4) * 3)
		const perChunk = (chunk: number) => {
			let count = 0
			for (let at = 0; at < runs.length; at += 3) if ((runs[at] ?? 0) <= chunk) count = runs[at + 1] ?? 0
			return count
		}
		const samples: string[] = []
		for (const [index, offset] of offsetsIn(tables).entries()) {
			let at = offset
			for (let left = perChunk(index + 1); left > 0; left--) {
				const length = sizes[samples.length] ?? 0
				samples.push(
					createHash('sha256')
						.update(file.subarray(at, at + length))
						.digest('hex'),
				)
				at += length
			}
		}
		return samples
	})
}
