import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressSubject } from '../limits/rate-limit.ts'

export interface ConnectionLimits {
	readonly all: number
	readonly perAddress: number
}

/**
 * Prevents one client from using up all connections. Limits connections per address, and at the total limit closes the
 * least recently used idle connection.
 * @returns a function to call with each request.
 */
export function limitConnections(
	server: Server,
	{ all, perAddress }: ConnectionLimits,
): (socket: Socket, res: ServerResponse) => void {
	/** Connections, each with the response to its last request. Least recently used first. */
	const connections = new Map<Socket, ServerResponse | undefined>()
	const countByAddress = new Map<string, number>()

	const isIdle = (last: ServerResponse | undefined) => last === undefined || last.writableFinished || last.destroyed

	function closeIdleConnection(): void {
		for (const [socket, last] of connections) {
			if (!isIdle(last)) continue
			// Delete it now: `close` fires later, and the next connection must not find this one again.
			connections.delete(socket)
			return void socket.destroy()
		}
	}

	server.on('connection', (socket: Socket) => {
		const address = addressSubject(socket.remoteAddress ?? '')
		const count = (countByAddress.get(address) ?? 0) + 1
		if (count > perAddress) return void socket.destroy()
		countByAddress.set(address, count)
		if (connections.size >= all) closeIdleConnection()
		connections.set(socket, undefined)
		socket.once('close', () => {
			connections.delete(socket)
			const left = (countByAddress.get(address) ?? 1) - 1
			if (left > 0) countByAddress.set(address, left)
			else countByAddress.delete(address)
		})
	})
	return (socket, res) => {
		if (!connections.delete(socket)) return
		connections.set(socket, res)
	}
}
