import * as z from 'zod/mini'

// zod compiles its parsers with `new Function`, which our Content-Security-Policy forbids in a browser.
if (typeof window !== 'undefined') z.config({ jitless: true })

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: anybody; anybody signed in; admins.
 * Finer rules (own comment, enrolled) belong to the service.
 */
export type Access = 'public' | 'member' | 'admin'

// zod/mini and zod share this base type, so that a contract takes either.
type Schema = z.core.$ZodType

/** Sentences by the name the service throws them under. */
export type ContractErrors = Readonly<Record<string, readonly [status: number, text: string]>>

/**
 * One endpoint as data. The route, the typed client, the form, the query hook and the tests all read it.
 * `path` names its parameters as `:name`; `errors` lists every sentence the service may answer, by status.
 */
export interface Contract<
	Params extends Schema = Schema,
	Query extends Schema = Schema,
	Body extends Schema = Schema,
	Response extends Schema = Schema,
	Allowed extends Access = Access,
	Errors extends ContractErrors = ContractErrors,
	Current extends Schema = Schema,
> {
	readonly method: Method
	/** Below `/api`, but for a file that is saved from a screen. */
	readonly path: `/${string}`
	readonly access: Allowed
	readonly params: Params
	readonly query: Query
	readonly body: Body
	readonly response: Response
	/**
	 * Status of success: 200 unless said; 201 for a creation, 204 for an answer without body. 302 leads on: the response
	 * is the address.
	 */
	readonly status: 200 | 201 | 204 | 302
	/** Most bytes of a request body; 64 KiB unless said. */
	readonly bodyLimit: number
	/** Content type of a successful answer; of any other than JSON the response is a string or bytes, sent as they are. */
	readonly produces: typeof JSON_TYPE | `${string}/${string}`
	/**
	 * What a request body is: JSON, the bytes themselves (`rawBody`) of these content types, such as `image/png`, or
	 * `bytes`: a stream of them (`byteBody`), which the service reads as it arrives and never holds as a whole.
	 */
	readonly takes: typeof JSON_TYPE | typeof BYTES | readonly `${string}/${string}`[]
	/** `file`: the service answers a file, which is sent in whole or in part as it was asked for. */
	readonly gives: 'answer' | 'file'
	readonly errors: Errors
	/** Of a change that takes a version: what stands there now, which its refusal tells (`version.ts`). */
	readonly current: Current
}

export const JSON_TYPE = 'application/json'
/** Of `takes`. */
export const BYTES = 'bytes'
/** The content type of a stream of bytes: like JSON, no HTML form can send it. */
export const BYTES_TYPE = 'application/octet-stream'

const nothing = z.undefined()
type Nothing = typeof nothing

const noParams = z.object({})

/** Largest request body of an endpoint that names no other, in bytes. */
export const DEFAULT_BODY_LIMIT = 64 * 1024

/** Completes a contract with what most endpoints share. */
export function contract<
	Params extends Schema = typeof noParams,
	Query extends Schema = typeof noParams,
	Body extends Schema = Nothing,
	Response extends Schema = Nothing,
	const Allowed extends Access = Access,
	const Errors extends ContractErrors = Record<never, never>,
	Current extends Schema = Nothing,
>(given: {
	method: Method
	path: `/${string}`
	access: Allowed
	params?: Params
	query?: Query
	body?: Body
	response?: Response
	status?: Contract['status']
	bodyLimit?: number
	produces?: Contract['produces']
	takes?: Contract['takes']
	gives?: Contract['gives']
	errors?: Errors
	current?: Current
}): Contract<Params, Query, Body, Response, Allowed, Errors, Current> {
	return {
		method: given.method,
		path: given.path,
		access: given.access,
		params: given.params ?? (noParams as unknown as Params),
		query: given.query ?? (noParams as unknown as Query),
		body: given.body ?? (nothing as unknown as Body),
		response: given.response ?? (nothing as unknown as Response),
		status: given.status ?? (given.response || given.gives === 'file' ? 200 : 204),
		bodyLimit: given.bodyLimit ?? DEFAULT_BODY_LIMIT,
		produces: given.produces ?? JSON_TYPE,
		takes: given.takes ?? JSON_TYPE,
		gives: given.gives ?? 'answer',
		errors: given.errors ?? ({} as Errors),
		current: given.current ?? (nothing as unknown as Current),
	}
}

/** `Value` under `Key`, which may be left out where nothing of it is required. */
type Part<Key extends string, Value> =
	Record<never, never> extends Value
		? { [K in Key]?: Value }
		: undefined extends Value
			? { [K in Key]?: Value }
			: { [K in Key]: Value }

/** What a caller gives: whatever the contract requires is required here. */
export type CallInput<C extends Contract> = Part<'params', z.input<C['params']>> &
	Part<'query', z.input<C['query']>> &
	Part<'body', BodyInput<C>>

export type ParamsOf<C extends Contract> = z.output<C['params']>
export type QueryOf<C extends Contract> = z.output<C['query']>
/** What the caller sends. */
export type BodyInput<C extends Contract> = z.input<C['body']>
/** What the service receives. */
export type BodyOf<C extends Contract> = z.output<C['body']>
/** What the service returns. */
export type ResponseInput<C extends Contract> = z.input<C['response']>
/** What the caller gets. */
export type ResponseOf<C extends Contract> = z.output<C['response']>

export const isMutation = (method: Method) => method !== 'GET'

/** The body of an endpoint that `takes` other content than JSON. */
export const rawBody = z.object({
	/** Its content type, without parameters. */
	type: z.string(),
	bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})

/** The body of an endpoint that takes `bytes`: a Blob where it is sent, a stream where it arrives. No schema reads it. */
export const byteBody = z.custom<unknown>() as z.ZodMiniType<AsyncIterable<Uint8Array>, Blob>

/** Whether a contract takes a body. Asked of the schema's kind: a contract in Astro's bundle has a `nothing` of its own. */
export const takesBody = (given: Contract) => given.body._zod.def.type !== 'undefined'

/**
 * An instant: the service returns a Date, the wire and the client have ISO-8601 in UTC. A string is taken as it comes:
 * one bad date shows as such (`date unknown`, `Invalid date`) and does not cost the reader the whole list.
 */
export const timestamp = z.pipe(
	z.union([z.date(), z.string()]),
	z.transform((value) => (value instanceof Date ? value.toISOString() : value)),
)

/** Page of a long list: `limit` at most 100 (50 unless said) and an opaque `cursor`. */
export const pageQuery = {
	limit: z._default(z.coerce.number('Limit must be a number').check(z.int(), z.gte(1), z.lte(100)), 50),
	cursor: z.optional(z.string().check(z.maxLength(200))),
}
