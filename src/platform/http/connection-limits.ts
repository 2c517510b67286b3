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
	const open = new Map<Socket, ServerResponse | undefined>()
	const ofAddress = new Map<string, number>()

	const isIdle = (last: ServerResponse | undefined) => last === undefined || last.writableFinished || last.destroyed

	function makeRoom(): void {
		for (const [socket, last] of open) {
			if (!isIdle(last)) continue
			// Delete it now: `close` fires later, and the next connection must not find this one again.
			open.delete(socket)
			return void socket.destroy()
		}
	}

	server.on('connection', (socket: Socket) => {
		const address = addressSubject(socket.remoteAddress ?? '')
		const count = (ofAddress.get(address) ?? 0) + 1
		if (count > perAddress) return void socket.destroy()
		ofAddress.set(address, count)
		if (open.size >= all) makeRoom()
		open.set(socket, undefined)
		socket.once('close', () => {
			open.delete(socket)
			const left = (ofAddress.get(address) ?? 1) - 1
			if (left > 0) ofAddress.set(address, left)
			else ofAddress.delete(address)
		})
	})
	return (socket, res) => {
		if (!open.delete(socket)) return
		open.set(socket, res)
	}
}
