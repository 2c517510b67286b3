import { type FileHandle, open } from 'node:fs/promises'
import { readAt, readFilmFile } from './film.ts'
import { countMp3Seconds } from './mp3-frames.ts'

// Finds the duration of an audio file from its headers, without decoding. Only an MP3 without a frame count is read
// completely.

/** Bytes to read from the end of an Ogg file. */
const OGG_END = 64 * 1024

/** Returns the duration of an Ogg file: the last page has the number of samples, the first page the sample rate. */
async function oggSeconds(file: FileHandle, size: number): Promise<number | undefined> {
	const head = await readAt(file, 0, 256)
	const vorbis = head.indexOf('\x01vorbis', 0, 'latin1')
	const opus = head.indexOf('OpusHead', 0, 'latin1')
	if (vorbis === -1 && opus === -1) return undefined
	const tail = await readAt(file, Math.max(0, size - OGG_END), OGG_END)
	const last = tail.lastIndexOf('OggS', undefined, 'latin1')
	if (last === -1 || last + 14 > tail.length) return undefined
	const samples = Number(tail.readBigInt64LE(last + 6))
	if (opus !== -1) return head.length < opus + 12 ? undefined : (samples - head.readUInt16LE(opus + 10)) / 48_000
	const frequency = head.length < vorbis + 16 ? 0 : head.readUInt32LE(vorbis + 12)
	return frequency > 0 ? samples / frequency : undefined
}

const isPlausible = (seconds: number | undefined): seconds is number =>
	seconds !== undefined && seconds >= 0 && seconds < 1_000_000

/** Returns the duration of an audio file in whole seconds; undefined if unknown. */
export async function audioSeconds(path: string, extension: string): Promise<number | undefined> {
	if (extension === 'm4a') return (await readFilmFile(path))?.seconds
	const file = await open(path)
	try {
		const { size } = await file.stat()
		const seconds =
			extension === 'mp3'
				? await countMp3Seconds((at, length) => readAt(file, at, length), size)
				: await oggSeconds(file, size)
		return isPlausible(seconds) ? Math.max(1, Math.round(seconds)) : undefined
	} finally {
		await file.close()
	}
}
