import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { addRoute, HOST, json, startServer, wire } from './support.ts'

/** What Node adds to the time that it names, so that a client which keeps to it never meets an end. */
const BUFFER_MS = 1_000

/** A connection, and all that came on it so far. */
function open(port: number) {
	const socket = connect(port, '127.0.0.1').on('error', () => undefined)
	let read = ''
	socket.setEncoding('latin1').on('data', (part: string) => {
		read += part
	})
	onTestFinished(() => void socket.destroy())
	return { socket, read: () => read }
}

const ask = (socket: Socket, path: string) => socket.write(wire(`GET ${path} HTTP/1.1`, `Host: ${HOST}`))

test('a connection between two requests is ended when its time is over, and not before', async () => {
	const { port } = await startServer({ timeouts: { keepAlive: 100, silence: 60_000, check: 20 } })
	const { socket, read } = open(port)
	const closed = once(socket, 'close')
	ask(socket, '/courses/5')
	await expect.poll(read).toContain('HTTP/1.1 200')
	const from = performance.now()
	await setTimeout(BUFFER_MS / 2)
	ask(socket, '/courses/5')
	await expect.poll(() => read().split('HTTP/1.1 200').length).toBe(3)
	await closed
	// From the second one on.
	expect(performance.now() - from).toBeGreaterThan(BUFFER_MS * 1.5)
})

test('whoever waits for an answer is not between two requests', async () => {
	const api = new ApiRouter()
	addRoute(api, 'GET', '/api/slow', async () => {
		await setTimeout(BUFFER_MS * 2)
		return json('there')
	})
	const { port } = await startServer({ api, timeouts: { keepAlive: 50, silence: 60_000, check: 20 } })
	const { socket, read } = open(port)
	ask(socket, '/courses/5')
	await expect.poll(read).toContain('HTTP/1.1 200')
	ask(socket, '/api/slow')
	await expect.poll(read).toContain('there')
})

test('a connection on which nothing comes is ended after its silence', async () => {
	const { port } = await startServer({ timeouts: { silence: 300, check: 20 } })
	const { socket } = open(port)
	const from = performance.now()
	await once(socket, 'close')
	expect(performance.now() - from).toBeGreaterThan(250)
})
