import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

/** Interval at which newly idle connections are closed during a stop, in milliseconds. */
const SWEEP_MS = 50

/**
 * Stops accepting connections, lets active requests finish for up to `ms`, then closes the rest.
 * Idle connections stay open for `grace` milliseconds: a proxy may be sending a request on one at this moment, and
 * would see a reset. Resolves when no connection is open.
 */
export function drain(server: Server, ms: number, grace: number): Promise<void> {
	return new Promise((resolve) => {
		let sweep: NodeJS.Timeout | undefined
		const closeIdle = () => {
			// Also stops Node's checks of slow clients, which `net.Server` does not know.
			server.close()
			// Otherwise a connection with a finished request would stay open for its keep-alive timeout.
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
		// `close` of an HTTP server would close idle connections immediately.
		if (endOfGrace) TcpServer.prototype.close.call(server)
		else closeIdle()
	})
}
