import type { IncomingMessage } from 'node:http'
import { ApiError, isApiError } from '#src/lib/api/errors.ts'

/** Maximum body size, in bytes, unless the contract allows more. */
export const HARD_BODY_LIMIT = 1024 * 1024

const limitText = (bytes: number) =>
	bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MB` : `${Math.floor(bytes / 1024)} kB`

export const tooLarge = (limit: number) =>
	new ApiError(413, `The request body is too large. At most ${limitText(limit)} can be sent here.`)

/**
 * Reads a request's body into memory.
 * @throws {ApiError} 413 beyond `limit` bytes, announced or received; 400 when it ends early.
 */
export function readBody(req: IncomingMessage, limit: number): Promise<Uint8Array> {
	if (Number(req.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit))
	return new Promise((resolve, reject) => {
		const parts: Buffer[] = []
		let length = 0
		const settle = (finish: () => void) => {
			req.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut)
			// Later errors of the connection have no other handler and must not throw.
			req.on('error', () => undefined)
			finish()
		}
		const onData = (part: Buffer) => {
			length += part.length
			if (length > limit) settle(() => reject(tooLarge(limit)))
			else parts.push(part)
		}
		const onEnd = () => settle(() => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))
		const onCut = () => settle(() => reject(new ApiError(400, 'The request body ended early')))
		req.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut)
	})
}

/**
 * Streams a request's body with backpressure.
 * @throws {ApiError} 413 beyond `limit` bytes, announced or received; 400 when it ends early.
 */
export async function* streamBody(req: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
	if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
	let length = 0
	try {
		// Leaving the loop must not close the connection: a response is still to be sent.
		for await (const part of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
			length += part.length
			if (length > limit) throw tooLarge(limit)
			yield part
		}
	} catch (error) {
		// Later errors of the connection have no other handler and must not throw.
		req.on('error', () => undefined)
		throw isApiError(error) ? error : new ApiError(400, 'The request body ended early')
	}
}
