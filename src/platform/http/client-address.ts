import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Normalizes an address in the notations of proxies and dual-stack sockets. Returns undefined for other text. */
function plainAddress(text: string | undefined): string | undefined {
	let address = text?.trim() ?? ''
	const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(address)
	if (bracketed) address = bracketed[1] ?? ''
	else if (/^[\d.]+:\d+$/.test(address)) address = address.slice(0, address.indexOf(':'))
	if (/^::ffff:[\d.]+$/i.test(address)) address = address.slice(7)
	return isIP(address) ? address : undefined
}

/**
 * Returns the client's address. With `trustProxyHops` = N, our proxies wrote the last N entries of `X-Forwarded-For`.
 * The N-th from the right is the address that connected to the outermost proxy; the client can forge entries to its
 * left. A request with fewer entries bypassed the proxies, so the address of the socket is used.
 */
export function clientAddress(req: IncomingMessage, trustProxyHops: number): string {
	const socket = plainAddress(req.socket.remoteAddress) ?? '0.0.0.0'
	if (trustProxyHops === 0) return socket
	const lines = req.headersDistinct['x-forwarded-for'] ?? []
	return plainAddress(lines.join(',').split(',').at(-trustProxyHops)) ?? socket
}
