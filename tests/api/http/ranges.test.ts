import { describe, expect, it } from 'vitest'
import { makeDiskFile } from '#src/platform/http/files/static-store.ts'
import { audio, sampleStore, startServer } from './support.ts'

describe('a range of an audio file', () => {
	const last = audio.length - 1

	it.each([
		['bytes=0-', 0, last],
		['bytes=10-19', 10, 19],
		['bytes=990-5000', 990, last],
		['bytes=-5', last - 4, last],
		['bytes=-5000', 0, last],
		['Bytes = 3-3', 3, 3],
	])('returns a part: %j', async (range, start, end) => {
		const { ask } = await startServer()
		const answer = await ask('/audio%20file.mp3', { headers: { range, 'accept-encoding': 'br' } })
		expect(answer.status).toBe(206)
		expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${audio.length}`)
		expect(answer.headers['content-length']).toBe(String(end - start + 1))
		expect(answer.body).toEqual(audio.subarray(start, end + 1))
	})

	it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('is unsatisfiable: %j', async (range) => {
		const { ask } = await startServer()
		const answer = await ask('/audio%20file.mp3', { headers: { range } })
		expect(answer.status).toBe(416)
		expect(answer.headers['content-range']).toBe(`bytes */${audio.length}`)
		expect(answer.body.length).toBe(0)
	})

	it.each(['bytes=0-1,5-6', 'bytes=9-3', 'bytes=-', 'items=0-1', 'bytes=a-b', 'bytes=99999999999999999999-'])(
		'is ignored if invalid, and the whole file is sent: %j',
		async (range) => {
			const { ask } = await startServer()
			const answer = await ask('/audio%20file.mp3', { headers: { range } })
			expect(answer.status).toBe(200)
			expect(answer.body).toEqual(audio)
			expect(answer.headers['accept-ranges']).toBe('bytes')
		},
	)

	it('is ignored if the file has changed', async () => {
		const { ask } = await startServer()
		const tag = (await ask('/audio%20file.mp3')).headers.etag ?? ''
		const part = (condition: string) =>
			ask('/audio%20file.mp3', { headers: { range: 'bytes=0-1', 'if-range': condition } })
		expect((await part(tag)).status).toBe(206)
		expect((await part(`W/${tag}`)).status).toBe(200)
		expect((await part('"other"')).status).toBe(200)
		expect((await part('Wed, 21 Oct 2015 07:28:00 GMT')).status).toBe(200)
	})

	it('is ignored for HEAD and for pages', async () => {
		const { ask } = await startServer()
		expect((await ask('/audio%20file.mp3', { method: 'HEAD', headers: { range: 'bytes=0-1' } })).status).toBe(200)
		expect((await ask('/', { headers: { range: 'bytes=0-1' } })).status).toBe(200)
	})
})

describe('a large file', () => {
	it('is streamed from the open descriptor, whole and in ranges, concurrently', async () => {
		const { mkdtemp, open, rm, writeFile } = await import('node:fs/promises')
		const { tmpdir } = await import('node:os')
		const { join } = await import('node:path')
		const folder = await mkdtemp(join(tmpdir(), 'disk-file-'))
		const bytes = Buffer.alloc(3 * 1024 * 1024, 'abcdefg')
		await writeFile(join(folder, 'talk.mp3'), bytes)
		const handle = await open(join(folder, 'talk.mp3'))
		// The build folder may be replaced while it is served.
		await rm(folder, { recursive: true })
		const store = sampleStore()
		const options = { contentType: 'audio/mpeg', cacheControl: 'public, max-age=3600' }
		store.put('/talk.mp3', makeDiskFile({ fd: handle.fd, size: bytes.length }, 'v1', options))
		const { ask } = await startServer({ store })
		const answers = await Promise.all([
			ask('/talk.mp3'),
			ask('/talk.mp3', { headers: { range: 'bytes=2000000-2000009' } }),
			ask('/talk.mp3'),
			ask('/talk.mp3', { method: 'HEAD' }),
		])
		expect(answers[0].body.equals(bytes)).toBe(true)
		expect(answers[1].body).toEqual(bytes.subarray(2_000_000, 2_000_010))
		expect(answers[2].body.equals(bytes)).toBe(true)
		expect(answers[3].headers['content-length']).toBe(String(bytes.length))
		await handle.close()
	})
})
