import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { addRoute, HOST, json, startServer, wire } from './support.ts'

/** Opens a connection and collects its data. */
async function open(port: number) {
	const socket = connect(port, '127.0.0.1').on('error', () => undefined)
	let read = ''
	socket.setEncoding('latin1').on('data', (part: string) => {
		read += part
	})
	onTestFinished(() => void socket.destroy())
	await once(socket, 'connect')
	return { socket, read: () => read }
}

const ask = (socket: Socket, path: string) => socket.write(wire(`GET ${path} HTTP/1.1`, `Host: ${HOST}`))

test('a full server closes the connection that is idle the longest', async () => {
	const { port } = await startServer({ connectionLimits: { all: 3 } })
	const all = [await open(port), await open(port), await open(port)] as const
	for (const { socket, read } of all) {
		ask(socket, '/courses/5')
		await expect.poll(read).toContain('HTTP/1.1 200')
	}
	// Uses the first connection again, so the second one is idle the longest.
	ask(all[0].socket, '/courses/5')
	await expect.poll(() => all[0].read().split('HTTP/1.1 200').length).toBe(3)
	const closed = once(all[1].socket, 'close')
	const late = await open(port)
	ask(late.socket, '/courses/5')
	await expect.poll(late.read).toContain('HTTP/1.1 200')
	await closed
	expect([all[0].socket.closed, all[2].socket.closed]).toEqual([false, false])
})

test('a connection that waits for its response is not idle', async () => {
	const api = new ApiRouter()
	let answer = () => {}
	const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
	addRoute(api, 'GET', '/api/slow', async () => {
		await mayAnswer
		return json('there')
	})
	const { port } = await startServer({ api, connectionLimits: { all: 2 } })
	const slow = await open(port)
	ask(slow.socket, '/api/slow')
	const idle = await open(port)
	ask(idle.socket, '/courses/5')
	await expect.poll(idle.read).toContain('HTTP/1.1 200')
	const closed = once(idle.socket, 'close')
	await open(port)
	await closed
	answer()
	await expect.poll(slow.read).toContain('there')
})

test('one IP address gets no more than its share, unless there is a reverse proxy', async () => {
	const { port } = await startServer({ connectionLimits: { perAddress: 2 } })
	const allowed = [await open(port), await open(port)]
	const refused = await open(port)
	await once(refused.socket, 'close')
	allowed[0]?.socket.destroy()
	await expect
		.poll(async () => {
			const next = await open(port)
			ask(next.socket, '/courses/5')
			await Promise.race([once(next.socket, 'close'), once(next.socket, 'data')])
			return next.read()
		})
		.toContain('HTTP/1.1 200')

	const behind = await startServer({ connectionLimits: { perAddress: 1 }, trustProxyHops: 1 })
	for (const one of [await open(behind.port), await open(behind.port)]) {
		ask(one.socket, '/courses/5')
		await expect.poll(one.read).toContain('HTTP/1.1 200')
	}
})
