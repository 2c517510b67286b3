import { type FileHandle, open } from 'node:fs/promises'
import { readFilm } from './film.ts'

// How long a sound file lasts, from its heads and its end: it is never decoded, and never read whole.

/** Read of the beginning of the sound, and of the end of the file, in bytes. */
const LOOKED_AT = 64 * 1024

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
	return buffer.subarray(0, bytesRead)
}

/** kbit/s of MPEG-1 and MPEG-2 by the four bits of a frame, layer III: what an MP3 is. */
const RATES = {
	one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
	two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const FREQUENCIES = [44_100, 48_000, 32_000]

interface Frame {
	/** Where it begins in what was read. */
	at: number
	/** Samples of one frame, and of a second. */
	samples: number
	frequency: number
	bitsPerSecond: number
	/** Where the encoder says how many frames there are, if it does. */
	facts: number
}

/** Whether four bytes begin a frame of layer III: eleven bits that are set, and the number of the layer. */
const SYNC = 0xff_e2_00_00
const SYNC_MASK = 0xff_e6_00_00

/** What the four bytes before a frame say; undefined for what no frame says. */
function frameOf(head: number, at: number): Frame | undefined {
	const version = (head >>> 19) & 3
	const isOne = version === 3
	const rate = (isOne ? RATES.one : RATES.two)[(head >>> 12) & 15]
	const frequency = FREQUENCIES[(head >>> 10) & 3]
	if (version === 1 || !rate || !frequency) return undefined
	const isMono = ((head >>> 6) & 3) === 3
	// What stands between its head and what an encoder notes in the first one.
	const between = { one: [32, 17], two: [17, 9] }[isOne ? 'one' : 'two'][isMono ? 1 : 0] ?? 0
	return {
		at,
		samples: isOne ? 1_152 : 576,
		// Each version halves it.
		frequency: isOne ? frequency : frequency / (version === 2 ? 2 : 4),
		bitsPerSecond: rate * 1_000,
		facts: at + 4 + between,
	}
}

function firstFrame(bytes: Buffer): Frame | undefined {
	for (let at = 0; at + 4 <= bytes.length; at++) {
		const head = bytes.readUInt32BE(at)
		const frame = (head & SYNC_MASK) >>> 0 === SYNC ? frameOf(head, at) : undefined
		if (frame) return frame
	}
	return undefined
}

/** What stands before the sound: a title, a cover. Its length is written in seven bits of each byte. */
async function tagLength(file: FileHandle): Promise<number> {
	const head = await readAt(file, 0, 10)
	if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
	return 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 127), 0)
}

async function mp3Seconds(file: FileHandle, size: number): Promise<number | undefined> {
	const start = await tagLength(file)
	const bytes = await readAt(file, start, LOOKED_AT)
	const frame = firstFrame(bytes)
	if (!frame) return undefined
	const { at, samples, frequency, bitsPerSecond, facts } = frame
	const name = bytes.toString('latin1', facts, facts + 4)
	const says = (name === 'Xing' || name === 'Info') && bytes.length >= facts + 12 && bytes.readUInt32BE(facts + 4) & 1
	if (says) return (bytes.readUInt32BE(facts + 8) * samples) / frequency
	// Without a count every frame is taken to be as the first.
	return ((size - start - at) * 8) / bitsPerSecond
}

/** The last page of an Ogg file counts the samples up to its end; the first one says how many a second has. */
async function oggSeconds(file: FileHandle, size: number): Promise<number | undefined> {
	const head = await readAt(file, 0, 256)
	const vorbis = head.indexOf('\x01vorbis', 0, 'latin1')
	const opus = head.indexOf('OpusHead', 0, 'latin1')
	if (vorbis === -1 && opus === -1) return undefined
	const tail = await readAt(file, Math.max(0, size - LOOKED_AT), LOOKED_AT)
	const last = tail.lastIndexOf('OggS', undefined, 'latin1')
	if (last === -1 || last + 14 > tail.length) return undefined
	const samples = Number(tail.readBigInt64LE(last + 6))
	if (opus !== -1) return head.length < opus + 12 ? undefined : (samples - head.readUInt16LE(opus + 10)) / 48_000
	const frequency = head.length < vorbis + 16 ? 0 : head.readUInt32LE(vorbis + 12)
	return frequency > 0 ? samples / frequency : undefined
}

const isLength = (seconds: number | undefined): seconds is number =>
	seconds !== undefined && seconds >= 0 && seconds < 1_000_000

/** How long a sound file lasts, in whole seconds; undefined where it does not say it. */
export async function soundSeconds(path: string, ending: string): Promise<number | undefined> {
	if (ending === 'm4a') return (await readFilm(path))?.seconds
	const file = await open(path)
	try {
		const { size } = await file.stat()
		const seconds = ending === 'mp3' ? await mp3Seconds(file, size) : await oggSeconds(file, size)
		return isLength(seconds) ? Math.max(1, Math.round(seconds)) : undefined
	} finally {
		await file.close()
	}
}
