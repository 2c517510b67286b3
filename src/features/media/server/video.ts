import { type FileHandle, open } from 'node:fs/promises'

/** What a page needs to know about an MP4 before it plays. */
export interface VideoFacts {
	/** Whole seconds; undefined if the file has no duration. */
	seconds: number | undefined
	/** Whether the description precedes the video data, so it plays while it loads. */
	startsAtOnce: boolean
	/** Four-letter codecs of its tracks: `avc1`, `mp4a`. */
	codings: string[]
	/** Four-letter handlers of its tracks: `vide`, `soun`. */
	handlers: string[]
}

interface Box {
	type: string
	/** Byte offsets of the content. */
	start: number
	end: number
}

/** Sibling boxes to read: the relevant ones come first. */
const MOST_BESIDE = 2_000
/** Total boxes to read: no camera or editor writes more. */
const MOST_BOXES = 10_000

/** Number of box headers read so far. */
interface Count {
	boxes: number
}

/** Too many boxes: reading all of them would keep the disk busy for hours. */
class ManyBoxesError extends Error {
	override name = 'ManyBoxesError'
}

/** Reads up to `length` bytes; fewer at the end of the file. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
	return buffer.subarray(0, bytesRead)
}

/** Yields the boxes of an MP4 (ISO 14496-12) between two offsets, reading only headers. */
async function* boxes(file: FileHandle, from: number, to: number, count: Count): AsyncGenerator<Box> {
	let at = from
	for (let beside = 0; at + 8 <= to && beside < MOST_BESIDE; beside++) {
		if (++count.boxes > MOST_BOXES) throw new ManyBoxesError()
		const head = await readAt(file, at, 16)
		if (head.length < 8) return
		let length = head.readUInt32BE(0)
		let headLength = 8
		if (length === 1 && head.length === 16) {
			length = Number(head.readBigUInt64BE(8))
			headLength = 16
		} else if (length === 0) length = to - at
		if (length < headLength) return
		yield { type: head.toString('latin1', 4, 8), start: at + headLength, end: Math.min(at + length, to) }
		at += length
	}
}

/** Returns every box at `path`. */
async function find(file: FileHandle, within: Box, [type, ...rest]: string[], count: Count): Promise<Box[]> {
	const found: Box[] = []
	for await (const box of boxes(file, within.start, within.end, count)) {
		if (box.type !== type) continue
		found.push(...(rest.length === 0 ? [box] : await find(file, box, rest, count)))
	}
	return found
}

async function secondsOf(file: FileHandle, head: Box): Promise<number | undefined> {
	const text = await readAt(file, head.start, 32)
	if (text.length < 32) return undefined
	const isLong = text[0] === 1
	const scale = text.readUInt32BE(isLong ? 20 : 12)
	const length = isLong ? Number(text.readBigUInt64BE(24)) : text.readUInt32BE(16)
	return scale > 0 && length / scale < 1_000_000 ? Math.round(length / scale) : undefined
}

async function readHeads(file: FileHandle): Promise<VideoFacts | undefined> {
	const { size } = await file.stat()
	const count = { boxes: 0 }
	const top: Box[] = []
	for await (const box of boxes(file, 0, size, count)) top.push(box)
	const at = top.findIndex(({ type }) => type === 'moov')
	const data = top.findIndex(({ type }) => type === 'mdat')
	const moov = top[at]
	if (!moov || data === -1) return undefined
	const [head] = await find(file, moov, ['mvhd'], count)
	const codings: string[] = []
	// Skips version, flags and the number of entries.
	for (const table of await find(file, moov, ['trak', 'mdia', 'minf', 'stbl', 'stsd'], count))
		codings.push((await readAt(file, table.start + 12, 4)).toString('latin1'))
	const handlers: string[] = []
	// Skips version, flags and four reserved bytes.
	for (const { start } of await find(file, moov, ['trak', 'mdia', 'hdlr'], count))
		handlers.push((await readAt(file, start + 8, 4)).toString('latin1'))
	return { seconds: head && (await secondsOf(file, head)), startsAtOnce: at < data, codings, handlers }
}

/** Reads the headers of an MP4. Undefined if it has no `moov`, or too many boxes. */
export async function readVideo(path: string): Promise<VideoFacts | undefined> {
	const file = await open(path)
	try {
		return await readHeads(file)
	} catch (error) {
		if (error instanceof ManyBoxesError) return undefined
		throw error
	} finally {
		await file.close()
	}
}
