import type { Server } from 'node:http'

/** How often connections that became idle are closed while the server stops, in milliseconds. */
const SWEEP_MS = 50

/**
 * Stops accepting connections, lets running requests finish for at most `ms`, then closes what is left.
 * Resolves when no connection is open.
 */
export function drain(server: Server, ms: number): Promise<void> {
	return new Promise((resolve) => {
		// A connection whose request has just been answered would otherwise wait for its keep-alive time.
		const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
		const end = setTimeout(() => server.closeAllConnections(), ms)
		server.close(() => {
			clearInterval(sweep)
			clearTimeout(end)
			resolve()
		})
	})
}
