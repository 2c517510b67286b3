/** Reads up to `length` bytes at a position of the file; fewer where it ends, or where no more of it is known. */
type Read = (at: number, length: number) => Promise<Uint8Array>

/** A film has fewer boxes than this before `moov` and `mdat`. */
const MOST_BOXES = 100

/** Bytes of the first part that the server looks at while it arrives. */
export const FIRST_BYTES = 64 * 1024

/**
 * Whether an MP4 (ISO 14496-12) has `mdat` before `moov`, so that it cannot start before all of it is loaded. False if the
 * bytes read do not tell.
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
