/** Reads up to `length` bytes at a position of the file; fewer where it ends, or where no more of it is known. */
type Read = (at: number, length: number) => Promise<Uint8Array>

/** So many boxes at most stand before film and description. */
const MOST_BOXES = 100

/** The server looks at so many bytes of the first part, which is still on its way. */
export const FIRST_BYTES = 64 * 1024

/**
 * Whether the film of an MP4 (ISO 14496-12) stands before what describes it, so that it cannot start before it is loaded
 * whole. False where what is read does not say it.
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
