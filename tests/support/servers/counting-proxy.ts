import { once } from 'node:events'
import http, { Agent, createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** A proxy for a libSQL server that counts requests and can add latency. */
export interface CountingProxy {
	readonly url: string
	/** Requests since the start. Each is one round trip for any number of statements. */
	requests: number
	/** Additional latency per request, in milliseconds. */
	delay: number
	stop(): Promise<void>
}

export async function startCountingProxy(target: string, at = 0): Promise<CountingProxy> {
	const agent = new Agent({ keepAlive: true })
	const state = { requests: 0, delay: 0 }
	const server = createServer(async (request, answer) => {
		state.requests++
		if (state.delay > 0) await pause(state.delay)
		const { method, headers } = request
		const passed = http.request(new URL(request.url ?? '/', target), { agent, method, headers })
		passed
			.on('response', (reply) => {
				answer.writeHead(reply.statusCode ?? 502, reply.headers)
				reply.pipe(answer)
			})
			.on('error', () => answer.destroy())
		request.pipe(passed)
	}).listen(at, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	const port = typeof address === 'object' ? address?.port : undefined
	return Object.assign(state, {
		url: `http://127.0.0.1:${port}`,
		async stop() {
			agent.destroy()
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	})
}
