import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { flushResponses } from './files/response-cache.ts'
import type { SecurityHeaders } from './headers.ts'

function statusOf(code: string | undefined): number {
	if (code === 'HPE_HEADER_OVERFLOW') return 431
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
	return 400
}

/** Responds to requests that node:http cannot parse or that are too slow or too large, and disconnects. */
export function rejectBadRequest(error: NodeJS.ErrnoException, socket: Duplex, security: SecurityHeaders): void {
	flushResponses()
	// If a response on this connection has started, do not write another one into the middle of it.
	const { _httpMessage: current } = socket as Duplex & { _httpMessage?: { headersSent: boolean } | null }
	if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
		socket.destroy()
		return
	}
	const status = statusOf(error.code)
	const text = STATUS_CODES[status] ?? ''
	const lines = [`HTTP/1.1 ${status} ${text}`, 'Connection: close', 'Content-Type: text/plain; charset=utf-8']
	lines.push(`Content-Length: ${text.length}`, 'Cache-Control: no-store')
	const { other } = security
	for (let at = 0; at < other.length; at += 2) lines.push(`${other[at]}: ${other[at + 1]}`)
	socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}
