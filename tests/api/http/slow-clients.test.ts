import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { makeDiskFile } from '#src/platform/http/files/static-store.ts'
import { addRoute, HOST, json, sampleStore, startServer, type TestServer, wire } from './support.ts'

const MIB = 1024 * 1024
const VIDEO = 64 * MIB
const CLIENTS = 20

function storeWithVideo() {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-video-'))
	const file = join(folder, 'video.mp4')
	writeFileSync(file, '')
	truncateSync(file, VIDEO)
	const fd = openSync(file, 'r')
	onTestFinished(() => {
		closeSync(fd)
		rmSync(folder, { recursive: true, force: true })
	})
	const store = sampleStore()
	const options = { contentType: 'video/mp4', cacheControl: 'public, max-age=3600' }
	store.put('/video.mp4', makeDiskFile({ fd, size: VIDEO }, 'v1', options))
	return store
}

/** Collects the server-side sockets. */
function connectionsOf({ server }: TestServer): Set<Socket> {
	const open = new Set<Socket>()
	server.on('connection', (socket: Socket) => {
		open.add(socket)
		socket.once('close', () => open.delete(socket))
	})
	return open
}

const sum = (sockets: Iterable<Socket>, value: (socket: Socket) => number) =>
	[...sockets].reduce((total, socket) => total + value(socket), 0)

/** Requests the video without reading the response. */
function askAndWait(port: number): Socket {
	const socket = connect(port, '127.0.0.1').on('error', () => undefined)
	socket.pause()
	socket.write(wire('GET /video.mp4 HTTP/1.1', `Host: ${HOST}`))
	onTestFinished(() => void socket.destroy())
	return socket
}

test('clients that do not read a large file cost only their socket buffers and are disconnected', async () => {
	const started = await startServer({ store: storeWithVideo(), timeouts: { silence: 5_000, check: 50 } })
	const open = connectionsOf(started)
	const clients = Array.from({ length: CLIENTS }, () => askAndWait(started.port))
	// Waits until the socket buffers are full.
	let sent = -1
	await vi.waitFor(
		() => {
			const written = sum(open, (socket) => socket.bytesWritten)
			const isStable = written === sent && open.size === CLIENTS
			sent = written
			expect(isStable).toBe(true)
		},
		{ interval: 100 },
	)
	expect(sum(open, (socket) => socket.writableLength)).toBeLessThan(CLIENTS * MIB)
	expect(sent).toBeLessThan((CLIENTS * VIDEO) / 4)
	// Other clients are not delayed.
	expect((await started.ask('/courses/5')).status).toBe(200)
	await vi.waitFor(() => expect(open.size).toBe(0))
	for (const client of clients) client.resume()
	await Promise.all(clients.map((client) => client.closed || once(client, 'close')))
})

test('clients that disconnect during a large file do not affect others', async () => {
	const started = await startServer({ store: storeWithVideo() })
	const open = connectionsOf(started)
	for (let round = 0; round < 3; round++) {
		const clients = Array.from({ length: 5 }, () => askAndWait(started.port))
		await vi.waitFor(() => expect(sum(open, (socket) => socket.bytesWritten)).toBeGreaterThan(5 * 64 * 1024))
		for (const client of clients) client.destroy()
		await vi.waitFor(() => expect(open.size).toBe(0))
		const part = await started.ask('/video.mp4', { headers: { range: 'bytes=1000000-1000009' } })
		expect([part.status, part.body]).toEqual([206, Buffer.alloc(10)])
	}
})

test('a slow reader gets the whole file', async () => {
	const started = await startServer({ store: storeWithVideo() })
	const open = connectionsOf(started)
	const slow = askAndWait(started.port)
	let read = 0
	let maxBuffered = 0
	slow.on('data', (part: Buffer) => {
		read += part.length
		maxBuffered = Math.max(
			maxBuffered,
			sum(open, (socket) => socket.writableLength),
		)
		slow.pause()
		setTimeout(() => slow.resume(), 1)
	})
	slow.resume()
	await vi.waitFor(() => expect(read).toBeGreaterThan(VIDEO), { timeout: 50_000 })
	expect(maxBuffered).toBeLessThan(MIB)
})

test('a client that sends its body byte by byte is disconnected at the timeout', async () => {
	const api = new ApiRouter()
	const handled = vi.fn()
	addRoute(api, 'POST', '/api/x', async (request) => {
		const body = await request.readBody(100_000)
		handled()
		return json(body.length)
	})
	const started = await startServer({ api, timeouts: { headers: 500, request: 500, check: 20 } })
	const open = connectionsOf(started)
	const senders = Array.from({ length: CLIENTS }, () => {
		const socket = connect(started.port, '127.0.0.1').on('error', () => undefined)
		let read = ''
		socket.setEncoding('utf8').on('data', (part: string) => {
			read += part
		})
		socket.write(wire('POST /api/x HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 100000'))
		const drip = setInterval(() => socket.writable && socket.write('x'), 10)
		// Does not use `once`, which would reject on the write error of a closed connection.
		const closed = new Promise<void>((resolve) => socket.on('close', () => resolve())).finally(() =>
			clearInterval(drip),
		)
		return { closed, read: () => read }
	})
	// Slow clients do not block other requests.
	expect((await started.ask('/courses/5')).status).toBe(200)
	await Promise.all(senders.map(({ closed }) => closed))
	// A client that keeps sending may be disconnected before it reads the response.
	for (const { read } of senders) expect(read()).toMatch(/^(HTTP\/1\.1 408 |$)/)
	await vi.waitFor(() => expect(open.size).toBe(0))
	expect(handled).not.toHaveBeenCalled()
})
