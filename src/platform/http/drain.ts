import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

/**
 * Time for which a stopping server behind a proxy continues to work normally, in milliseconds. Only `/healthz` and
 * `/readyz` report the stop. Enough for a proxy that checks twice a second, even if a busy machine delays a check.
 */
const NOTICE_MS = 3_000
/**
 * Time for which idle connections then stay open, in milliseconds. Longer than the proxy's keep-alive timeout (4 s in
 * `deploy/nginx`), so that the proxy closes them. If we closed a connection while the proxy sends a request on it, the
 * request would be lost. Active connections are closed with their response.
 */
export const IDLE_GRACE_MS = 5_000

/** Interval at which idle connections are closed during a stop, in milliseconds. */
const SWEEP_MS = 50

/**
 * Stops accepting connections, lets active requests finish for up to `ms` milliseconds, then closes all connections.
 * Idle connections stay open for `grace` milliseconds, because a proxy may be sending a request on one right now.
 * Resolves when no connection is open.
 */
function drain(server: Server, ms: number, grace: number): Promise<void> {
	return new Promise((resolve) => {
		let sweep: NodeJS.Timeout | undefined
		const closeIdle = () => {
			// Unlike `close` of `net.Server`, this also stops Node's timer that checks for slow clients.
			server.close()
			// Otherwise, connections whose request has finished would stay open for the keep-alive timeout.
			sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
		}
		const endOfGrace = grace > 0 ? setTimeout(closeIdle, grace) : undefined
		const deadline = setTimeout(() => server.closeAllConnections(), ms)
		server.once('close', () => {
			clearTimeout(endOfGrace)
			clearInterval(sweep)
			clearTimeout(deadline)
			if (!sweep) server.close()
			resolve()
		})
		// `close` of `http.Server` would close idle connections immediately, so call that of `net.Server`.
		if (endOfGrace) TcpServer.prototype.close.call(server)
		else closeIdle()
	})
}

/** Stops a server and its dispatcher, as described at `SecondChairServer.drain`. */
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
