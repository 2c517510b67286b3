import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

/** How often connections that became idle are closed while the server stops, in milliseconds. */
const SWEEP_MS = 50

/**
 * Stops accepting connections, lets running requests finish for at most `ms`, then closes what is left.
 * Idle connections stay open for `grace` milliseconds: a proxy may be sending a request on one at this moment, and
 * would find it reset. Resolves when no connection is open.
 */
export function drain(server: Server, ms: number, grace: number): Promise<void> {
	return new Promise((resolve) => {
		let sweep: NodeJS.Timeout | undefined
		const closeIdle = () => {
			// Also ends Node's checks of slow clients, which `net.Server` knows nothing of.
			server.close()
			// A connection whose request has just been answered would otherwise wait for its keep-alive time.
			sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
		}
		const endOfGrace = grace > 0 ? setTimeout(closeIdle, grace) : undefined
		const end = setTimeout(() => server.closeAllConnections(), ms)
		server.once('close', () => {
			clearTimeout(endOfGrace)
			clearInterval(sweep)
			clearTimeout(end)
			if (!sweep) server.close()
			resolve()
		})
		// The `close` of an HTTP server closes idle connections at once.
		if (endOfGrace) TcpServer.prototype.close.call(server)
		else closeIdle()
	})
}
