import { inflateSync } from 'node:zlib'

/** Sizes of the header and of a table directory entry in each format, in bytes. */
const WOFF = { head: 44, entry: 20 }
const SFNT = { head: 12, entry: 16 }

/**
 * Unpacks a WOFF 1.0 file to the OpenType font that it contains. The library can read WOFF too, but it inflates in
 * JavaScript, which takes most of the time of drawing a document.
 */
export function openWoff(file: Buffer): Buffer {
	const count = file.readUInt16BE(12)
	const head = Buffer.alloc(SFNT.head + count * SFNT.entry)
	file.copy(head, 0, 4, 8)
	const power = Math.floor(Math.log2(count))
	head.writeUInt16BE(count, 4)
	head.writeUInt16BE(2 ** power * 16, 6)
	head.writeUInt16BE(power, 8)
	head.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
	const parts: Uint8Array[] = [head]
	let at = head.length
	for (let index = 0; index < count; index++) {
		const from = WOFF.head + index * WOFF.entry
		const [offset, packed, size] = [4, 8, 12].map((field) => file.readUInt32BE(from + field)) as [
			number,
			number,
			number,
		]
		const data = file.subarray(offset, offset + packed)
		const table = packed === size ? data : inflateSync(data)
		const to = SFNT.head + index * SFNT.entry
		file.copy(head, to, from, from + 4)
		file.copy(head, to + 4, from + 16, from + 20)
		head.writeUInt32BE(at, to + 8)
		head.writeUInt32BE(size, to + 12)
		parts.push(table, Buffer.alloc(-size & 3))
		at += size + (-size & 3)
	}
	return Buffer.concat(parts)
}
