import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** An address without the decoration that proxies and dual-stack sockets give it; undefined when it is none. */
function plainAddress(text: string | undefined): string | undefined {
	let address = text?.trim() ?? ''
	const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(address)
	if (bracketed) address = bracketed[1] ?? ''
	else if (/^[\d.]+:\d+$/.test(address)) address = address.slice(0, address.indexOf(':'))
	if (/^::ffff:[\d.]+$/i.test(address)) address = address.slice(7)
	return isIP(address) ? address : undefined
}

/**
 * The client's address. With `trustProxyHops` = N our proxies wrote the last N entries of `X-Forwarded-For`, so
 * the N-th from the right is what the outermost of them saw; what stands left of it the client can invent.
 * A request with fewer entries did not come through the proxies: its socket counts.
 */
export function clientAddress(req: IncomingMessage, trustProxyHops: number): string {
	const socket = plainAddress(req.socket.remoteAddress) ?? '0.0.0.0'
	if (trustProxyHops === 0) return socket
	const lines = req.headersDistinct['x-forwarded-for'] ?? []
	return plainAddress(lines.join(',').split(',').at(-trustProxyHops)) ?? socket
}
