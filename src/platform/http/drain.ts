import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

/**
 * How long a stopping server behind a proxy works normally, except that `/healthz` and `/readyz` report the stop, in
 * milliseconds: enough for a proxy that checks twice a second, even if its check is delayed on a busy machine.
 */
const NOTICE_MS = 3_000
/**
 * How long idle connections stay open after that, in milliseconds: longer than a proxy keeps one (4 s in
 * `deploy/nginx`). Active ones are closed with their response; the proxy closes the others. If we closed one while
 * the proxy is sending a request on it, that request would be lost.
 */
export const IDLE_GRACE_MS = 5_000

/** Interval at which newly idle connections are closed during a stop, in milliseconds. */
const SWEEP_MS = 50

/**
 * Stops accepting connections, lets active requests finish for up to `ms`, then closes the rest.
 * Idle connections stay open for `grace` milliseconds: a proxy may be sending a request on one at this moment, and
 * would see a reset. Resolves when no connection is open.
 */
function drain(server: Server, ms: number, grace: number): Promise<void> {
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

/** Stops the server of a dispatcher, as described at `SecondChairServer.drain`. */
export async function stopServing(
	server: Server,
	dispatcher: { announceStop(): void; drain(): void },
	{ ms, isBehindProxy }: { ms: number; isBehindProxy: boolean },
): Promise<void> {
	if (isBehindProxy) {
		dispatcher.announceStop()
		await new Promise((resolve) => setTimeout(resolve, NOTICE_MS))
	}
	dispatcher.drain()
	return isBehindProxy ? drain(server, Math.max(0, ms - NOTICE_MS), IDLE_GRACE_MS) : drain(server, ms, 0)
}
