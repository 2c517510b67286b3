import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFilm, sampleOgg, sampleSound } from '#tests/support/media-samples.ts'
import { soundSeconds } from './sound.ts'

let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-sound-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const lengthOf = (bytes: Buffer, ending: string) => {
	const file = join(folder, `sound.${ending}`)
	writeFileSync(file, bytes)
	return soundSeconds(file, ending)
}

test.each([
	['an MP3 whose frames are all alike', sampleSound({ seconds: 10 }), 'mp3', 10],
	['one with a title and a cover before it', sampleSound({ seconds: 10, tag: 5_000 }), 'mp3', 10],
	['one that counts its frames', sampleSound({ seconds: 10, frames: 7_656 }), 'mp3', 200],
	['an M4A', sampleFilm(), 'm4a', 12],
	['Vorbis', sampleOgg('vorbis', 90), 'ogg', 90],
	['Opus', sampleOgg('opus', 75), 'opus', 75],
	['one that ends in its head', sampleSound({ seconds: 10 }).subarray(0, 3), 'mp3', undefined],
	['something else', Buffer.from('Nothing that sounds'), 'mp3', undefined],
	['an Ogg of something else', Buffer.from('OggS and nothing that sounds'), 'ogg', undefined],
	['nothing', Buffer.alloc(0), 'ogg', undefined],
])('%s', async (_, bytes, ending, seconds) => {
	expect(await lengthOf(bytes, ending)).toBe(seconds)
})
