import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplesOf } from '#tests/support/media/film-samples.ts'
import { sampleVideo } from '#tests/support/media/media-samples.ts'
import { problemOf } from '../mp4.ts'
import { moveIndexFirst, readFilmFile } from './film.ts'

const FILMS = 'tests/fixtures/films'
const films = (await readdir(FILMS)).filter((name) => !name.endsWith('.md'))

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'second-chair-films-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function withIndexFirst(source: string) {
	const film = await readFilmFile(source)
	if (!film) throw new Error(`${source} has no index`)
	const target = join(folder, 'index-first.mp4')
	const isDone = await moveIndexFirst(source, film, target)
	return { film, isDone, target }
}

describe('a film with its index at the end', () => {
	test('has ten fixtures', () => {
		expect(films).toHaveLength(10)
	})

	test.each(films)('(%s) plays while it loads once its index is moved, with every sample unchanged', async (name) => {
		const source = join(FILMS, name)
		const { film, isDone, target } = await withIndexFirst(source)
		expect([problemOf(film), film.isIndexFirst, isDone]).toEqual([undefined, false, true])
		const after = await readFilmFile(target)
		expect([problemOf(after), after?.isIndexFirst, after?.seconds]).toEqual([undefined, true, film.seconds])
		expect(after?.tracks).toEqual(film.tracks)
		const [before, now] = [await readFile(source), await readFile(target)]
		const samples = samplesOf(before)
		expect(samples.length).toBeGreaterThan(0)
		expect(samples.every((track) => track.length > 0)).toBe(true)
		expect(samplesOf(now)).toEqual(samples)
		// Only the index moved: without it, both files are equal.
		expect(now.length).toBe(before.length)
		const rest = (bytes: Buffer, moov: { start: number; end: number }) =>
			Buffer.concat([bytes.subarray(0, moov.start), bytes.subarray(moov.end)])
		expect(rest(now, after?.moov ?? { start: 0, end: 0 })).toEqual(rest(before, film.moov))
	})
})

describe('a film with an invalid index', () => {
	const problemIn = async (bytes: Uint8Array) => {
		const file = join(folder, 'invalid.mp4')
		await writeFile(file, bytes)
		return problemOf(await readFilmFile(file))
	}
	const change = async (name: string, at: (bytes: Buffer) => number, value: number) => {
		const bytes = await readFile(join(FILMS, name))
		bytes.writeUInt32BE(value, at(bytes))
		return problemIn(bytes)
	}
	const table = (bytes: Buffer) => bytes.indexOf('stco', 0, 'latin1')

	test.each([
		['a chunk beyond the end of the file', (bytes: Buffer) => table(bytes) + 12, 0x7fff_ffff],
		['a chunk in the first box', (bytes: Buffer) => table(bytes) + 12, 4],
		['more chunks than its table has', (bytes: Buffer) => table(bytes) + 8, 0xffff_ffff],
	])('is rejected for %s', async (_, at, value) => {
		expect(await change('android-phone.mp4', at, value)).toBe('badIndex')
	})

	test('is rejected for an index longer than the file', async () => {
		const at = (bytes: Buffer) => bytes.indexOf('moov', 0, 'latin1') - 4
		expect(await change('android-phone.mp4', at, 0x7fff_ffff)).toBe('incomplete')
	})

	test('is rejected if it ends early, before or within its index, or within its data', async () => {
		const whole = await readFile(join(FILMS, 'android-phone.mp4'))
		for (const length of [200, whole.indexOf('moov', 0, 'latin1') - 4, whole.length - 10])
			expect(await problemIn(whole.subarray(0, length))).toBe('incomplete')
		const { target } = await withIndexFirst(join(FILMS, 'android-phone.mp4'))
		expect(await problemIn((await readFile(target)).subarray(0, -10))).toBe('incomplete')
	})

	test('is read in bounded time, whatever its boxes contain', async () => {
		const boxes = Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from('\0\0\0\x08free', 'latin1')))
		expect(await problemIn(Buffer.concat([sampleVideo({ startsAtOnce: false }).subarray(0, 24), boxes]))).toBe(
			'incomplete',
		)
		// A track within a track within a track.
		let nested = Buffer.alloc(0)
		for (let depth = 0; depth < 200; depth++) {
			const head = Buffer.from('\0\0\0\0trak', 'latin1')
			head.writeUInt32BE(nested.length + 8, 0)
			nested = Buffer.concat([head, nested])
		}
		const moov = Buffer.from('\0\0\0\0moov', 'latin1')
		moov.writeUInt32BE(nested.length + 8, 0)
		const film = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x08mdat', 'latin1'), moov, nested])
		expect(await problemIn(film)).toBeUndefined()
	})
})

test.each([
	['hvc1', 'vide', 'hevc'],
	['apcn', 'vide', 'coding'],
	['jpeg', 'vide', 'coding'],
	['lpcm', 'soun', 'coding'],
	['tmcd', 'tmcd', undefined],
	['avc1', 'vide', undefined],
])('a film with a track of %s (%s) has the problem %s', async (coding, handler, problem) => {
	const file = join(folder, 'coding.mp4')
	await writeFile(file, sampleVideo({ coding, handler }))
	expect(problemOf(await readFilmFile(file))).toBe(problem)
})

test('leaves the film unchanged if offsets would not fit after the move', async () => {
	const bytes = await readFile(join(FILMS, 'android-phone.mp4'))
	const source = join(folder, 'full.mp4')
	await writeFile(source, bytes)
	const film = await readFilmFile(source)
	if (!film) throw new Error('no index')
	const table = Buffer.from(film.index.buffer, film.index.byteOffset, film.index.byteLength).indexOf(
		'stco',
		0,
		'latin1',
	)
	new DataView(film.index.buffer, film.index.byteOffset).setUint32(table + 12, 0xffff_fff0)
	film.moov.start = 0x1_0000_0000
	const target = join(folder, 'never.mp4')
	expect(await moveIndexFirst(source, film, target)).toBe(false)
	await expect(readFile(target)).rejects.toThrow('ENOENT')
})
