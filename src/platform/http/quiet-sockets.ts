import type { Server } from 'node:http'
import { Socket } from 'node:net'

/** A connection, and what was seen of it. Times are milliseconds of `performance.now()`. */
interface Watched {
	/** For how long nothing may move on it; 0: for ever. */
	limit: number
	/** Bytes that had moved when something was seen to move last. */
	moved: number
	since: number
}

const movedOn = ({ bytesRead, bytesWritten }: Socket) => bytesRead + bytesWritten

/**
 * Ends connections on which nothing moves, with one timer for all of them. How long that may be says Node itself, by
 * `socket.setTimeout`: between requests `keepAliveTimeout`, during one the `timeout` of the server. By itself it gives
 * each connection a timer, and sets it anew twice a request and with every read and write, which is a twentieth of
 * what it takes to send a small page.
 * @param everyMs how often all are looked at: an end is late by so much at most
 */
export function watchQuietSockets(server: Server, everyMs: number): void {
	const all = new Map<Socket, Watched>()
	// After Node's own listener, which has set the timer of the connection.
	server.on('connection', (socket) => {
		const watched: Watched = { limit: socket.timeout ?? 0, moved: 0, since: performance.now() }
		socket.setTimeout(0)
		socket.setTimeout = (ms, onTimeout) => {
			watched.limit = ms
			if (onTimeout) socket.once('timeout', onTimeout)
			return socket
		}
		all.set(socket, watched)
		socket.once('close', () => all.delete(socket))
	})
	const look = setInterval(() => {
		const now = performance.now()
		for (const [socket, watched] of all) {
			const moved = movedOn(socket)
			if (moved !== watched.moved) {
				watched.moved = moved
				watched.since = now
			} else if (watched.limit > 0 && now - watched.since >= watched.limit) {
				watched.since = now
				// How much of a long answer has left is known to Node's own timer alone: a slow reader takes some all the time.
				if (socket.writableLength > 0) Socket.prototype.setTimeout.call(socket, watched.limit)
				else socket.emit('timeout')
			}
		}
	}, everyMs)
	look.unref()
	server.once('close', () => clearInterval(look))
}
