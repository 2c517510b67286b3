import type { Server } from 'node:http'
import { Socket } from 'node:net'

/** A connection with its observed activity. Times are milliseconds of `performance.now()`. */
interface Watched {
	/** Idle timeout; 0: none. */
	limit: number
	/** Bytes transferred at the last observed activity. */
	moved: number
	since: number
}

const movedOn = ({ bytesRead, bytesWritten }: Socket) => bytesRead + bytesWritten

/**
 * Closes idle connections, with one timer for all. Node sets the timeouts through `socket.setTimeout`: between
 * requests `keepAliveTimeout`, during one the server's `timeout`. By default Node has a timer per connection and
 * resets it twice per request and on every read and write, a twentieth of the cost of a small page.
 * @param everyMs interval of the check, and so the maximum delay of a timeout
 */
export function watchQuietSockets(server: Server, everyMs: number): void {
	const all = new Map<Socket, Watched>()
	// After Node's own listener, which has set the connection's timeout.
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
				// Only Node's own timer knows how much of a long response was sent: a slow reader makes constant progress.
				if (socket.writableLength > 0) Socket.prototype.setTimeout.call(socket, watched.limit)
				else socket.emit('timeout')
			}
		}
	}, everyMs)
	look.unref()
	server.once('close', () => clearInterval(look))
}
