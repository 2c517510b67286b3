/** Reads up to `length` bytes at an offset; fewer at the end of the file or of the known part. */
type Read = (at: number, length: number) => Promise<Uint8Array>

/** Upper bound of boxes before `moov` and `mdat` in a video. */
const MOST_BOXES = 100

/** Bytes of the first part that the server checks on arrival. */
export const FIRST_BYTES = 64 * 1024

/**
 * Returns whether an MP4 (ISO 14496-12) has `mdat` before `moov`, so it cannot start before it is fully loaded. False
 * if the available bytes do not tell.
 */
export async function startsLate(read: Read): Promise<boolean> {
	let at = 0
	for (let box = 0; box < MOST_BOXES; box++) {
		const head = await read(at, 16)
		if (head.length < 8) return false
		const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
		const type = String.fromCharCode(...head.subarray(4, 8))
		if (box === 0 && type !== 'ftyp') return false
		if (type === 'moov' || type === 'mdat') return type === 'mdat'
		const short = view.getUint32(0)
		const length = short === 1 && head.length === 16 ? Number(view.getBigUint64(8)) : short
		if (length < 8) return false
		at += length
	}
	return false
}
