import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleAudio, sampleFrames, sampleOgg, sampleVideo } from '#tests/support/media/media-samples.ts'
import { audioSeconds } from './audio.ts'
import { countMp3Seconds } from './mp3-frames.ts'

let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-audio-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const lengthOf = (bytes: Buffer, ending: string) => {
	const file = join(folder, `audio.${ending}`)
	writeFileSync(file, bytes)
	return audioSeconds(file, ending)
}

/** Returns the bitrates of ten seconds of frames. */
const rates = (of: (at: number) => number) => Array.from({ length: 383 }, (_, at) => of(at))
const varied = sampleFrames(rates((at) => [1, 5, 9, 12][at % 4] ?? 1))
const vbri = sampleFrames([1])
vbri.write('VBRI', 36, 'latin1')

/** Returns an MP3 whose header counts its frames and bytes. */
const counted = (seconds: number) => {
	const audio = sampleAudio({ seconds, frames: Math.round(seconds / 0.02612) })
	audio.writeUInt32BE(3, 40)
	audio.writeUInt32BE(audio.length, 48)
	return audio
}

/** Returns an ID3 tag. Its content may look like a frame header, as in `cover`. */
const tagOf = (content: Buffer) => {
	const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, content.length >> 7, content.length & 127])
	return Buffer.concat([head, content])
}
const cover = Buffer.concat([Buffer.from([0xff, 0xfb, 0x14, 0]), Buffer.alloc(2_000)])

test.each([
	['an MP3 of variable bitrate', varied, 'mp3', 10],
	['an MP3 with a quiet start', sampleFrames(rates((at) => (at < 20 ? 1 : 14))), 'mp3', 10],
	['an MP3 with a Fraunhofer header', Buffer.concat([vbri, varied]), 'mp3', 10],
	['an MP3 with two tags', Buffer.concat([tagOf(Buffer.alloc(100)), tagOf(cover), varied]), 'mp3', 10],
	['an MP3 with a cover outside of tags', Buffer.concat([cover, varied]), 'mp3', 10],
	['an MP3 with trailing data', Buffer.concat([varied, Buffer.from('APETAGEX'), Buffer.alloc(200_000)]), 'mp3', 10],
	['two joined MP3s', Buffer.concat([varied, tagOf(cover), varied]), 'mp3', 20],
	['a truncated MP3', varied.subarray(0, -10), 'mp3', 10],
	['an MP3 longer than one read', sampleAudio({ seconds: 200 }), 'mp3', 200],
	['bytes that look like one frame', Buffer.concat([cover, cover]), 'mp3', undefined],
	['an MP3 of constant bitrate', sampleAudio({ seconds: 10 }), 'mp3', 10],
	['an MP3 with a title and a cover', sampleAudio({ seconds: 10, tag: 5_000 }), 'mp3', 10],
	['an MP3 with a frame count', sampleAudio({ seconds: 10, frames: 7_656 }), 'mp3', 200],
	['two MP3s with frame counts, joined', Buffer.concat([counted(20), counted(30)]), 'mp3', 50],
	['an MP3 with a frame count, cut short', counted(60).subarray(0, 480_000), 'mp3', 30],
	[
		'bytes at whose end one frame seems to begin',
		Buffer.concat([Buffer.alloc(50_000), cover.subarray(0, 4)]),
		'mp3',
		undefined,
	],
	['an M4A', sampleVideo(), 'm4a', 12],
	['an M4A without a length in its index', sampleVideo({ seconds: 0 }), 'm4a', undefined],
	['Vorbis', sampleOgg('vorbis', 90), 'ogg', 90],
	['Opus', sampleOgg('opus', 75), 'opus', 75],
	['an MP3 cut off in its header', sampleAudio({ seconds: 10 }).subarray(0, 3), 'mp3', undefined],
	['a text file', Buffer.from('Nothing to play'), 'mp3', undefined],
	['an Ogg without audio', Buffer.from('OggS and nothing to play'), 'ogg', undefined],
	['an empty file', Buffer.alloc(0), 'ogg', undefined],
])('returns the duration of %s', async (_, bytes, ending, seconds) => {
	expect(await lengthOf(bytes, ending)).toBe(seconds)
})

test('does not read an MP3 with only empty tags tag by tag', async () => {
	const tags = Buffer.alloc(100_000, Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'))
	let reads = 0
	const read = async (at: number, length: number) => {
		reads++
		return tags.subarray(at, at + length)
	}
	expect(await countMp3Seconds(read, tags.length)).toBeUndefined()
	expect(reads).toBeLessThan(200)
})
