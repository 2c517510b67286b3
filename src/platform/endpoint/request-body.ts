import { BYTES, BYTES_TYPE, type Contract, JSON_TYPE, takesBody } from '#src/lib/api/contract.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import type { ApiRequest } from '../http/api-types.ts'
import { hasCookie } from './cookies.ts'

/** As JSON writes it, and not as the end of an escaped backslash. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/
const ESCAPED_SURROGATE = /\\ud[89a-f]/i
const ESCAPED_PAIR = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi

/**
 * Whether JSON text escapes half of a pair of surrogates: it would be stored as another character. Raw ones are no
 * UTF-8. The text is searched, and not what was read from it, which may be nested as deep as the body is long.
 */
const hasLoneSurrogate = (json: string) =>
	ESCAPED_SURROGATE.test(json) && ESCAPED_SURROGATE.test(json.replaceAll(/\\\\/g, ' ').replaceAll(ESCAPED_PAIR, ' '))

/** The bytes of a body; `isThere` once all of them have arrived. */
interface ArrivingBody {
	readonly bytes: Promise<Uint8Array>
	isThere: boolean
}

/** Begins to read; `readBody` gives what came. */
export function startReading(contract: Contract, request: ApiRequest): ArrivingBody {
	const bytes = request.readBody(contract.bodyLimit)
	const body: ArrivingBody = { bytes, isThere: false }
	// What went wrong is for whoever awaits the bytes, if anybody comes to that.
	bytes.then(
		() => (body.isThere = true),
		() => undefined,
	)
	return body
}

/** Longest body that is taken in before it is known who sends it, in bytes: what people write, and no more. */
const EARLY_BODY_BYTES = 64 * 1024

/**
 * Whether the body is read while it is asked who calls, which saves a look at the session afterwards. Only of who may
 * be somebody, and says how little it is: nobody else fills our memory for nothing.
 */
export function mayReadEarly(contract: Contract, request: ApiRequest): boolean {
	const length = Number(request.header('content-length') ?? Number.NaN)
	return (
		takesBody(contract) && contract.takes !== BYTES && length <= EARLY_BODY_BYTES && hasCookie(request.header('cookie'))
	)
}

/** @returns the content type of the body. @throws {ApiError} 415 for one that the contract does not take. */
function assertType(request: ApiRequest, types: readonly string[]): string {
	const [type = ''] = (request.header('content-type') ?? '').toLowerCase().split(';')
	if (!types.includes(type.trim())) throw new ApiError(415, `Send the request body as ${types.join(' or ')}`)
	return type.trim()
}

/** The body of a request whose contract takes `bytes`, not read yet. */
export function streamBody(contract: Contract, request: ApiRequest): AsyncIterable<Uint8Array> {
	assertType(request, [BYTES_TYPE])
	return request.streamBody(contract.bodyLimit)
}

/** The body of a request as its contract takes it. */
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
	// The database gives back a text only up to there: what was long enough for its form would be stored as nothing.
	if (NUL.test(json)) throw new ApiError(400, 'Text cannot contain the character U+0000')
	if (hasLoneSurrogate(json)) throw new ApiError(400, 'Text cannot contain half a character (a lone surrogate)')
	return value
}
