import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ApiError, isApiError } from '#src/lib/api/errors.ts'

/** Maximum body size in bytes, unless the contract allows more. */
export const HARD_BODY_LIMIT = 1024 * 1024

const limitText = (bytes: number) =>
	bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MB` : `${Math.floor(bytes / 1024)} kB`

export const tooLarge = (limit: number) =>
	new ApiError(413, `The request body is too large. At most ${limitText(limit)} can be sent here.`)

/**
 * Streams a request's body with backpressure.
 * @throws {ApiError} 413 if more than `limit` bytes are declared or received; 400 if the body ends early.
 */
export async function* streamBody(req: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
	if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
	let length = 0
	try {
		// Leaving the loop must not close the connection, because a response must still be sent.
		for await (const part of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
			length += part.length
			if (length > limit) throw tooLarge(limit)
			yield part
		}
	} catch (error) {
		// Without a handler, later errors of the connection would be thrown.
		req.on('error', () => undefined)
		throw isApiError(error) ? error : new ApiError(400, 'The request body ended early')
	}
}

/** Reads a request's body into memory. Throws the same errors as `streamBody`. */
export const readBody = (req: IncomingMessage, limit: number): Promise<Uint8Array> => buffer(streamBody(req, limit))
