/** Reads up to `length` bytes at an offset. */
type Read = (at: number, length: number) => Promise<Buffer>

/** Bitrates in kbit/s for layer III of MPEG-1 and MPEG-2, by the four bits of a frame header. */
const RATES = {
	one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
	two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const FREQUENCIES = [44_100, 48_000, 32_000]

/** Bits that identify a layer III frame header: eleven sync bits and the layer. */
const SYNC = 0xff_e2_00_00
const SYNC_MASK = 0xff_e6_00_00

/** Bytes per read. */
const CHUNK_BYTES = 1024 * 1024
/** Frames in a row that confirm a frame: covers and tags may contain a single false header. */
const MIN_FRAMES = 3
/** More bytes than `IN_A_ROW` frames have. */
const ROW_BYTES = 16 * 1024

interface Frame {
	bytes: number
	seconds: number
	/** Offset of a Xing or Info header from the start of the frame, if it has one. */
	factsAt: number
}

/** Parses a frame header; undefined if these bytes are not one. */
function frameAt(bytes: Buffer, at: number): Frame | undefined {
	if (at + 4 > bytes.length) return undefined
	const head = bytes.readUInt32BE(at)
	if ((head & SYNC_MASK) >>> 0 !== SYNC) return undefined
	const version = (head >>> 19) & 3
	const isMpeg1 = version === 3
	const rate = (isMpeg1 ? RATES.one : RATES.two)[(head >>> 12) & 15]
	const basis = FREQUENCIES[(head >>> 10) & 3]
	if (version === 1 || !rate || !basis) return undefined
	// Each later MPEG version halves it.
	const frequency = isMpeg1 ? basis : basis / (version === 2 ? 2 : 4)
	const samples = isMpeg1 ? 1_152 : 576
	const isMono = ((head >>> 6) & 3) === 3
	return {
		bytes: Math.floor((samples * 125 * rate) / frequency) + ((head >>> 9) & 1),
		seconds: samples / frequency,
		factsAt: 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17),
	}
}

/** Returns a frame if it starts `count` frames in a row, as far as the bytes reach. */
function frameInRow(bytes: Buffer, at: number, count: number): Frame | undefined {
	const first = frameAt(bytes, at)
	let next = at + (first?.bytes ?? 0)
	for (let row = 1; first && row < count && next + 4 <= bytes.length; row++) {
		const frame = frameAt(bytes, next)
		if (!frame) return undefined
		next += frame.bytes
	}
	return first
}

/** Limit of tags, since a file of nothing but tags would be read ten bytes at a time. */
const MAX_TAGS = 100

/** Returns the offset of the audio, after all ID3 tags. */
async function audioStart(read: Read): Promise<number> {
	let at = 0
	for (let tag = 0; tag < MAX_TAGS; tag++) {
		const head = await read(at, 10)
		if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return at
		// The length has seven bits per byte; a footer, if any, repeats the ten bytes of the header.
		at += 10 + [6, 7, 8, 9].reduce((sum, byte) => sum * 128 + ((head[byte] ?? 0) & 127), 0)
		if ((head[5] ?? 0) & 16) at += 10
	}
	return at
}

/** Tolerance for a header's byte count, which is wrong if files were joined or cut, or if tags follow the audio. */
const BYTES_TOLERANCE = 0.02

/**
 * Reads the frame count of a Xing or Info header in the first frame; undefined if there is none, or if its byte count
 * does not match the audio.
 */
function countedFrames(bytes: Buffer, { factsAt: facts }: Frame, length: number): number | undefined {
	const name = bytes.toString('latin1', facts, facts + 4)
	if (bytes.length < facts + 16 || (name !== 'Xing' && name !== 'Info')) return undefined
	const flags = bytes.readUInt32BE(facts + 4)
	if ((flags & 1) === 0) return undefined
	const isMismatch = (flags & 2) !== 0 && Math.abs(bytes.readUInt32BE(facts + 12) / length - 1) > BYTES_TOLERANCE
	return isMismatch ? undefined : bytes.readUInt32BE(facts + 8)
}

/** Sums up frame durations, and skips anything between or after the frames. */
class FrameCounter {
	seconds = 0
	#isInRow = false

	/** Counts frames. @returns the number of bytes read. @param end frames that start later belong to the next chunk. */
	count(bytes: Buffer, end: number): number {
		let at = 0
		while (at < end) {
			const frame = frameInRow(bytes, at, this.#isInRow ? 1 : MIN_FRAMES)
			this.#isInRow = frame !== undefined
			if (frame) {
				this.seconds += frame.seconds
				at += frame.bytes
			} else {
				const next = bytes.indexOf(0xff, at + 1)
				at = next === -1 ? bytes.length : next
			}
		}
		return at
	}
}

function firstFrame(bytes: Buffer): [at: number, frame: Frame] | undefined {
	for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
		// Near the end, bytes of another encoding may look like a frame with nothing after it.
		if (at > 0 && at + ROW_BYTES > bytes.length) return undefined
		const frame = frameInRow(bytes, at, MIN_FRAMES)
		if (frame) return [at, frame]
	}
	return undefined
}

/** Returns the duration of an MP3 from its Xing header, else by counting frames; undefined if there are none. */
export async function countMp3Seconds(read: Read, size: number): Promise<number | undefined> {
	let at = await audioStart(read)
	const first = firstFrame(await read(at, CHUNK_BYTES))
	if (!first) return undefined
	at += first[0]
	const frames = countedFrames(await read(at, first[1].bytes), first[1], size - at)
	if (frames !== undefined) return frames * first[1].seconds
	const counter = new FrameCounter()
	while (at + 4 <= size) {
		const bytes = await read(at, CHUNK_BYTES)
		if (bytes.length < 4) break
		const isLast = at + bytes.length >= size
		at += counter.count(bytes, isLast ? bytes.length : bytes.length - ROW_BYTES)
	}
	return counter.seconds
}
