import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BYTES, byteBody, contract } from '#src/lib/api/contract.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { type ApiReply, type ApiRequest, FileBody } from '#src/platform/http/api-types.ts'
import { HARD_BODY_LIMIT } from '#src/platform/http/read-body.ts'
import { HOST, json, startServer, wire } from './support.ts'

const LIMIT = 3 * HARD_BODY_LIMIT

function routerWith(
	method: 'PUT' | 'GET',
	path: '/api/video' | '/media/:id/:name',
	execute: (request: ApiRequest) => Promise<ApiReply>,
) {
	const router = new ApiRouter()
	const streams =
		method === 'PUT' ? ({ takes: BYTES, body: byteBody, bodyLimit: LIMIT } as const) : ({ gives: 'file' } as const)
	router.add(path, method, { contract: contract(`${method} ${path}`, { access: 'public', ...streams }), execute })
	return router
}

describe('an upload stream', () => {
	const api = () =>
		routerWith('PUT', '/api/video', async (request) => {
			const hash = createHash('sha256')
			try {
				for await (const part of request.streamBody(LIMIT)) hash.update(part)
			} catch (error) {
				return { ...json({}), status: (error as ApiError).status, body: (error as ApiError).text }
			}
			return json({ sum: hash.digest('hex') })
		})

	it('may be longer than the memory limit', async () => {
		const { ask } = await startServer({ api: api() })
		const body = Buffer.from(Array.from({ length: LIMIT }, (_, index) => (index * 31) % 256))
		const answer = await ask('/api/video', { method: 'PUT', body })
		expect(JSON.parse(answer.text)).toEqual({ sum: createHash('sha256').update(body).digest('hex') })
	})

	it('is rejected by its declared length and by its actual one', async () => {
		const { ask } = await startServer({ api: api() })
		const body = Buffer.alloc(LIMIT + 1)
		expect((await ask('/api/video', { method: 'PUT', body })).status).toBe(413)
		const chunked = await ask('/api/video', { method: 'PUT', body, headers: { 'transfer-encoding': 'chunked' } })
		expect([chunked.status, chunked.text]).toEqual([
			413,
			'The request body is too large. At most 3 MB can be sent here.',
		])
	})

	it('of another method or path has the usual limit', async () => {
		const { ask } = await startServer({ api: api() })
		const body = Buffer.alloc(HARD_BODY_LIMIT + 1)
		expect((await ask('/api/video', { method: 'POST', body })).status).toBe(413)
		expect((await ask('/api/other', { method: 'PUT', body })).status).toBe(413)
	})
})

describe('downloads in progress', () => {
	/** Returns a video longer than a socket buffer, with a count of open ones. */
	function videos() {
		const open = new Set<Readable>()
		const router = routerWith('GET', '/media/:id/:name', async () => ({
			status: 200,
			headers: [['Content-Type', 'video/mp4']],
			body: new FileBody(VIDEO, async () => {
				let remaining = VIDEO
				const bytes = new Readable({
					read(size) {
						const length = Math.min(size, remaining)
						remaining -= length
						this.push(length === 0 ? null : Buffer.alloc(length))
					},
				})
				open.add(bytes)
				bytes.once('close', () => open.delete(bytes))
				return bytes
			}),
		}))
		return { open, router }
	}
	const VIDEO = 64 * 1024 * 1024
	/** Requests a video without reading the response. */
	function askAndWait(port: number): Socket {
		const socket = connect(port, '127.0.0.1').on('error', () => undefined)
		socket.pause()
		socket.write(wire('GET /media/1/a.mp4 HTTP/1.1', `Host: ${HOST}`))
		onTestFinished(() => void socket.destroy())
		return socket
	}

	it('are closed if the client stops reading, and completed otherwise', async () => {
		const { open, router } = videos()
		const { ask, port } = await startServer({ api: router, fileLimits: { windowMs: 1_000 } })
		askAndWait(port)
		await vi.waitFor(() => expect(open.size).toBe(1))
		await vi.waitFor(() => expect(open.size).toBe(0), { timeout: 20_000 })
		expect((await ask('/media/1/a.mp4')).body.length).toBe(VIDEO)
	})

	it('are limited per address and in total, and a closed one frees its slot', async () => {
		for (const fileLimits of [{ perAddress: 3 }, { all: 3 }]) {
			const { open, router } = videos()
			const { ask, port } = await startServer({ api: router, fileLimits })
			const waiting = [1, 2, 3].map(() => askAndWait(port))
			await vi.waitFor(() => expect(open.size).toBe(3))
			const refused = await ask('/media/1/a.mp4')
			expect([refused.status, refused.headers['retry-after'], refused.text]).toEqual([
				...[503, '10'],
				'Too many files are being sent at once. Please try again in a moment.',
			])
			expect((await ask('/media/1/a.mp4', { method: 'HEAD' })).status).toBe(200)
			waiting[0]?.destroy()
			await vi.waitFor(async () => expect((await ask('/media/1/a.mp4')).status).toBe(200))
			expect(open.size).toBe(2)
		}
	})
})

describe('a file', () => {
	const bytes = Buffer.from('0123456789'.repeat(100_000))
	let opened = 0
	const file = (reply: Partial<ApiReply> = {}) =>
		routerWith('GET', '/media/:id/:name', async () => ({
			status: 200,
			headers: [
				['Content-Type', 'application/pdf'],
				['Cache-Control', 'private, no-cache'],
			],
			body: new FileBody(bytes.length, async () => {
				opened++
				return Readable.from([bytes])
			}),
			...reply,
		}))

	it('is sent with its length and matching headers', async () => {
		const { ask } = await startServer({ api: file({ protection: 'sandboxed' }) })
		const answer = await ask('/media/1/a.pdf')
		expect([answer.status, answer.headers['content-length'], answer.body.equals(bytes)]).toEqual([200, '1000000', true])
		expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
		expect(answer.headers['x-content-type-options']).toBe('nosniff')
		expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
		expect(answer.headers['content-encoding']).toBeUndefined()
	})

	it('is not opened for HEAD', async () => {
		opened = 0
		const { ask } = await startServer({ api: file() })
		const answer = await ask('/media/1/a.pdf', { method: 'HEAD' })
		expect([answer.status, answer.headers['content-length'], answer.body.length, opened]).toEqual([
			200,
			'1000000',
			0,
			0,
		])
	})

	it('that its storage cannot provide returns an error sentence', async () => {
		const body = new FileBody(10, async () => {
			throw new ApiError(503, 'The storage does not answer')
		})
		const { ask } = await startServer({ api: file({ body }) })
		const answer = await ask('/media/1/a.pdf')
		expect([answer.status, answer.text]).toEqual([503, 'The storage does not answer'])
	})

	it('that fails midway is cut off, so clients do not mistake a part for the whole', async () => {
		const body = new FileBody(bytes.length, async () =>
			Readable.from(
				(function* () {
					yield bytes.subarray(0, 1_000)
					throw new Error('The disk is gone')
				})(),
			),
		)
		const { raw } = await startServer({ api: file({ body }) })
		const answer = await raw(wire('GET /media/1/a.pdf HTTP/1.1', `Host: ${HOST}`, 'Connection: close'))
		expect(answer).toContain('Content-Length: 1000000')
		expect(answer.length).toBeLessThan(5_000)
	})

	it('with an invalid URL returns the 404 page', async () => {
		const { ask } = await startServer({ api: file() })
		const answer = await ask('/media/1', { headers: { accept: 'text/html' } })
		expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('404 Page Not Found')])
	})
})
