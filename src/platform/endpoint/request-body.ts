import { BYTES, BYTES_TYPE, type Contract, JSON_TYPE, takesBody } from '#src/lib/api/contract.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import type { ApiRequest } from '../http/api-types.ts'
import { hasCookie } from './cookies.ts'

/** Matches an escaped NUL in JSON, but not after an escaped backslash. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/
const ESCAPED_SURROGATE = /\\ud[89a-f]/i
const ESCAPED_PAIR = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi

/**
 * Returns whether JSON text escapes a lone surrogate, which would be stored as another character. Unescaped, it would
 * be invalid UTF-8. Searches the text, because a parsed value may be nested as deeply as the body is long.
 */
const hasLoneSurrogate = (json: string) =>
	ESCAPED_SURROGATE.test(json) && ESCAPED_SURROGATE.test(json.replaceAll(/\\\\/g, ' ').replaceAll(ESCAPED_PAIR, ' '))

interface ArrivingBody {
	readonly bytes: Promise<Uint8Array>
	isThere: boolean
}

export function startReading(contract: Contract, request: ApiRequest): ArrivingBody {
	const bytes = request.readBody(contract.bodyLimit)
	const body: ArrivingBody = { bytes, isThere: false }
	// Prevents an unhandled rejection if the bytes are never awaited.
	bytes.then(
		() => (body.isThere = true),
		() => undefined,
	)
	return body
}

/** Maximum body size to read before the caller is authenticated, in bytes. Enough for typed text. */
const EARLY_BODY_BYTES = 64 * 1024

/**
 * Returns whether to read the body in parallel with authentication, which saves a second session lookup. To limit
 * memory, only for requests with a session cookie and a small declared size.
 */
export function mayReadEarly(contract: Contract, request: ApiRequest): boolean {
	const length = Number(request.header('content-length') ?? Number.NaN)
	return (
		takesBody(contract) && contract.takes !== BYTES && length <= EARLY_BODY_BYTES && hasCookie(request.header('cookie'))
	)
}

/** Checks the content type and returns it. @throws {ApiError} 415 if the contract does not accept it. */
function assertType(request: ApiRequest, types: readonly string[]): string {
	const [type = ''] = (request.header('content-type') ?? '').toLowerCase().split(';')
	if (!types.includes(type.trim())) throw new ApiError(415, `Send the request body as ${types.join(' or ')}`)
	return type.trim()
}

export function streamBody(contract: Contract, request: ApiRequest): AsyncIterable<Uint8Array> {
	assertType(request, [BYTES_TYPE])
	return request.streamBody(contract.bodyLimit)
}

export async function readBody(
	contract: Contract,
	request: ApiRequest,
	early: ArrivingBody | undefined,
): Promise<unknown> {
	const type = assertType(request, [contract.takes].flat())
	const bytes = await (early ?? startReading(contract, request)).bytes
	return contract.takes === JSON_TYPE ? readJson(bytes) : { type, bytes }
}

function readJson(bytes: Uint8Array): unknown {
	let json: string
	let value: unknown
	try {
		json = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
		value = JSON.parse(json)
	} catch {
		throw new ApiError(400, 'The request body is not valid JSON')
	}
	// The database truncates text at NUL when reading, so text that passed validation could come back empty.
	if (NUL.test(json)) throw new ApiError(400, 'Text cannot contain the character U+0000')
	if (hasLoneSurrogate(json)) throw new ApiError(400, 'Text contains an invalid character')
	return value
}
