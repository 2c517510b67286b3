import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleVideo } from '#tests/support/media/media-samples.ts'
import { filmErrors, MAX_CONCURRENT_PARTS, putMediaPart } from './contract.ts'
import { kinds, type Purpose } from './kinds.ts'
import { uploadFile } from './upload.ts'

const PART = 10
const bytes = Buffer.from('%PDF-1.4 said at the table, in order')
const file = () => new File([bytes], 'notes.pdf', { type: 'application/pdf' })
const sum = createHash('sha256').update(bytes).digest('hex')

/** A fake server: the parts of the one upload, and the next responses to return instead. */
let parts: Map<number, string>
let calls: string[]
let instead: Map<string, Array<() => Response | Promise<Response>>>

const json = (value: unknown, status = 200) => Response.json(value, { status })
const item = {
	...{ id: 'u1', name: 'notes.pdf', kind: 'pdf', url: '/media/u1/notes.pdf', thumbnail: '', bytes: bytes.length },
	...{ width: null, height: null, seconds: null, isPublic: true, isReady: true },
	...{ createdAt: '2026-01-01T00:00:00.000Z', createdBy: 'Ruth', uses: [], goesAt: null },
}

async function answer(path: string, init: RequestInit): Promise<Response> {
	const [, part] = /\/parts\/(\d+)$/.exec(path) ?? []
	if (part) parts.set(Number(part), await (init.body as Blob).text())
	if (part || init.method === 'DELETE') return new Response(null, { status: 204 })
	if (path.endsWith('/parts')) {
		const there = [...parts.keys()]
		return json({ partSize: PART, parts: 4, size: bytes.length, there, isReady: false })
	}
	if (!path.endsWith('/complete')) return json({ id: 'u1', partSize: PART, parts: 4 }, 201)
	const whole = [1, 2, 3, 4].map((number) => parts.get(number) ?? '').join('')
	const { sha256 } = JSON.parse(String(init.body)) as { sha256: string }
	if (createHash('sha256').update(whole).digest('hex') === sha256) return json(item)
	parts.clear()
	return new Response('The file arrived damaged. Please send it again.', { status: 409 })
}

beforeEach(() => {
	parts = new Map()
	calls = []
	instead = new Map()
	// Shortens all pauses.
	const wait = setTimeout
	vi.stubGlobal('setTimeout', (run: () => void) => wait(run, 0))
	vi.stubGlobal('document', { cookie: '' })
	vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
		const path = url.replace('/api/admin/media', '')
		if (url.startsWith('/api/csrf-token')) return json({ csrfToken: 'token' })
		const name = `${init.method} ${path}`
		calls.push(name)
		return (instead.get(name)?.shift() ?? (() => answer(path, init)))()
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

const puts = () => calls.filter((call) => call.startsWith('PUT')).map((call) => call.at(-1))

test('sends the missing parts and reports progress', async () => {
	parts.set(2, bytes.toString().slice(PART, 2 * PART))
	const sent: Array<number | 'checking'> = []
	const done = await uploadFile(file(), {
		purpose: 'worksheet',
		onProgress: (progress) => sent.push(progress.isChecking ? 'checking' : progress.sent),
	})
	expect(done.url).toBe(item.url)
	expect(puts()).toEqual(['1', '3', '4'])
	expect(sent).toEqual([0, 10, 20, 30, bytes.length, 'checking'])
	expect(sum).toHaveLength(64)
})

test('retries after a broken connection and a busy server', async () => {
	instead.set('PUT /u1/parts/2', [
		() => Promise.reject(new TypeError('Failed to fetch')),
		() => new Response('Busy', { status: 503 }),
	])
	await uploadFile(file(), { purpose: 'worksheet' })
	expect(puts().toSorted()).toEqual(['1', '2', '2', '2', '3', '4'])
})

test('sends parts concurrently, and aborts the others when one is rejected', async () => {
	const waiting: Array<() => void> = []
	const delayed = (part: number) => () =>
		new Promise<Response>((resolve) => {
			waiting.push(() => {
				parts.set(part, bytes.toString().slice((part - 1) * PART, part * PART))
				resolve(new Response(null, { status: 204 }))
			})
		})
	for (const part of [1, 2]) instead.set(`PUT /u1/parts/${part}`, [delayed(part)])
	const upload = uploadFile(file(), { purpose: 'worksheet' })
	await vi.waitFor(() => expect(waiting).toHaveLength(MAX_CONCURRENT_PARTS))
	expect(puts()).toEqual(['1', '2'])
	// The second part arrives before the first: the next ones follow.
	waiting[1]?.()
	await vi.waitFor(() => expect(puts()).toEqual(['1', '2', '3', '4']))
	waiting[0]?.()
	await upload

	calls = []
	parts.clear()
	instead.set('PUT /u1/parts/1', [() => new Promise(() => undefined)])
	instead.set('PUT /u1/parts/2', [() => new Response('The file has no such part', { status: 400 })])
	await expect(uploadFile(file(), { purpose: 'worksheet' })).rejects.toThrow('The file has no such part')
	expect(calls.at(-1)).toBe('DELETE /u1?only=unfinished')
})

test('resends the parts of another file with the same name, once', async () => {
	parts.set(3, 'something!')
	await uploadFile(file(), { purpose: 'worksheet' })
	expect(puts()).toEqual(['1', '2', '4', '1', '2', '3', '4'])
})

test('deletes a rejected upload and reports the error of the server', async () => {
	instead.set('POST /u1/complete', [() => new Response('This is not a PDF we can read.', { status: 400 })])
	await expect(uploadFile(file(), { purpose: 'worksheet' })).rejects.toThrow('400: This is not a PDF we can read.')
	expect(calls.at(-1)).toBe('DELETE /u1?only=unfinished')
})

test('reports a full disk immediately and keeps the parts that have arrived', async () => {
	instead.set('PUT /u1/parts/3', [() => new Response(putMediaPart.errors.noRoom[1], { status: 503 })])
	await expect(uploadFile(file(), { purpose: 'worksheet' })).rejects.toThrow(putMediaPart.errors.noRoom[1])
	expect(puts().filter((part) => part === '3')).toHaveLength(1)
	expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

test('keeps the upload if the user was signed out, so that it can resume', async () => {
	instead.set('PUT /u1/parts/3', [() => new Response('Please sign in', { status: 401 })])
	await expect(uploadFile(file(), { purpose: 'worksheet' })).rejects.toThrow('401: Please sign in')
	expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
	calls = []
	await uploadFile(file(), { purpose: 'worksheet' })
	expect(puts()).toContain('3')
	expect(puts()).not.toContain('1')
})

test('deletes the parts that have arrived when the upload is canceled', async () => {
	const controller = new AbortController()
	const upload = uploadFile(file(), {
		purpose: 'worksheet',
		signal: controller.signal,
		onProgress: ({ sent }) => sent >= 2 * PART && controller.abort(),
	})
	await expect(upload).rejects.toThrow()
	expect(calls.at(-1)).toBe('DELETE /u1?only=unfinished')
	expect(calls).not.toContain('POST /u1/complete')
})

test('sends nothing and keeps the file if another tab has completed it', async () => {
	parts = new Map([1, 2, 3, 4].map((part) => [part, bytes.subarray((part - 1) * PART, part * PART).toString()]))
	instead.set('GET /u1/parts', [() => json({ partSize: PART, parts: 4, size: bytes.length, there: [], isReady: true })])
	expect(await uploadFile(file(), { purpose: 'worksheet' })).toMatchObject({ id: 'u1', isReady: true })
	expect(puts()).toEqual([])
	expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

const upload = (content: Uint8Array, name: string, purpose: Purpose) =>
	uploadFile(new File([new Uint8Array(content)], name), { purpose })

test.each([
	['an interrupted recording', sampleVideo().subarray(0, 2_000), 'talk.mp4', 'video', filmErrors.incomplete],
	['a video in HEVC', sampleVideo({ coding: 'hvc1' }), 'IMG_1.MOV', 'video', filmErrors.hevc],
	['an old camera’s video', sampleVideo({ coding: 'jpeg', startsAtOnce: false }), 'a.mov', 'video', filmErrors.coding],
	['a text called a video', Buffer.from('Minutes of the call'), 'a.mp4', 'video', [400, kinds.video.unreadable]],
	['a text called a picture', Buffer.from('Minutes of the call'), 'a.heic', 'picture', [400, kinds.image.unreadable]],
	['a text called a PDF', Buffer.from('Minutes of the call'), 'a.pdf', 'worksheet', [400, kinds.pdf.unreadable]],
	['an old document', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), 'a.docx', 'library', [400, kinds.document.unreadable]],
	['a text called audio', Buffer.from('Minutes of the call'), 'a.mp3', 'audio', [400, kinds.audio.unreadable]],
] as const)('rejects %s before it sends anything', async (_, content, name, purpose, [status, text]) => {
	const error = await upload(content, name, purpose).catch((error: unknown) => error)
	expect(error).toMatchObject({ status, text })
	expect(calls).toEqual([])
})

test('reads only the headers of a video whose index is at its end, and sends it', async () => {
	const film = new File([new Uint8Array(sampleVideo({ startsAtOnce: false, bytes: 500_000 }))], 'phone.mp4')
	const read: number[] = []
	const slice = film.slice.bind(film)
	film.slice = (start = 0, end = 0) => {
		read.push(end - start)
		return slice(start, end)
	}
	instead.set('POST ', [() => new Response('Stop here', { status: 400 })])
	await expect(uploadFile(film, { purpose: 'video' })).rejects.toThrow('Stop here')
	expect(read.reduce((sum, length) => sum + length)).toBeLessThan(20_000)
	expect(calls).toEqual(['POST '])
})
