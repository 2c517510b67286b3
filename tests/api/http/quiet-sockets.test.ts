import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { addRoute, HOST, json, startServer, wire } from './support.ts'

/** Time that Node adds to the announced timeout, so a client that honors it never hits a closed connection. */
const BUFFER_MS = 1_000

/** Opens a connection and collects its data. */
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

test('an idle connection is closed after its timeout and not before', async () => {
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

test('a connection that waits for a response is not idle', async () => {
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

test('a silent connection is closed after its timeout', async () => {
	const { port } = await startServer({ timeouts: { silence: 300, check: 20 } })
	const { socket } = open(port)
	const from = performance.now()
	await once(socket, 'close')
	expect(performance.now() - from).toBeGreaterThan(250)
})
