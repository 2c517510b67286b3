import * as z from 'zod/mini'
import type { Access } from './access.ts'

// zod compiles parsers with `new Function`, which our Content-Security-Policy blocks in a browser.
if (typeof window !== 'undefined') z.config({ jitless: true })

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

// zod/mini and zod share this base type, so a contract accepts both.
type Schema = z.core.$ZodType

/** Error sentences by the name under which the service throws them. */
export type ContractErrors = Readonly<Record<string, readonly [status: number, text: string]>>

/**
 * One endpoint as data, used by the route, the client, the form, the query hook and the tests. `path` has parameters as
 * `:name`; `errors` lists every sentence that the service may return, with its status.
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
	/** Starts with `/api`, except for a file that a screen downloads. */
	readonly path: `/${string}`
	readonly access: Allowed
	readonly params: Params
	readonly query: Query
	readonly body: Body
	readonly response: Response
	/**
	 * Success status. Default 200; 201 for a creation, 204 without a body. 302 is a redirect to the URL in the
	 * response.
	 */
	readonly status: 200 | 201 | 204 | 302
	/** Maximum size of a request body, in bytes. Default 64 KiB. */
	readonly bodyLimit: number
	/** Content type of a success. For types other than JSON, the response is a string or bytes, sent verbatim. */
	readonly produces: typeof JSON_TYPE | `${string}/${string}`
	/**
	 * Request body: JSON, raw bytes (`rawBody`) of these content types, such as `image/png`, or `bytes`: a stream
	 * (`byteBody`) that the service reads without buffering it.
	 */
	readonly takes: typeof JSON_TYPE | typeof BYTES | readonly `${string}/${string}`[]
	/** `file`: the service returns a file, which is sent as a whole or as the requested range. */
	readonly gives: 'answer' | 'file'
	/** Allowed for an admin who has not yet set up the required second factor. */
	readonly isForSetup: boolean
	readonly errors: Errors
	/** Schema of the current state in the 409 error of a versioned change (`version.ts`). */
	readonly current: Current
}

export const isContract = (value: unknown): value is Contract =>
	typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const JSON_TYPE = 'application/json'
/** Value of `takes` for a stream. */
export const BYTES = 'bytes'
/** Content type of a byte stream: like JSON, no HTML form can send it. */
export const BYTES_TYPE = 'application/octet-stream'

const nothing = z.undefined()
type Nothing = typeof nothing

const noQuery = z.object({})

/** The names of a route's parameters. */
type NamesIn<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
	? Name | NamesIn<Rest>
	: Route extends `${string}:${infer Name}`
		? Name
		: never

type RouteParams<Route extends string> = z.ZodMiniObject<Record<NamesIn<Route>, z.ZodMiniString>>

/** Builds the schema of a route's parameters. */
const paramsIn = (path: string) =>
	z.object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, z.string()])))

export const DEFAULT_BODY_LIMIT = 64 * 1024

/** @param route such as `GET /api/questions/:id`. Route parameters are strings unless `params` restricts them. */
export function contract<
	const Route extends `${Method} /${string}`,
	Params extends Schema = RouteParams<Route>,
	Query extends Schema = typeof noQuery,
	Body extends Schema = Nothing,
	Response extends Schema = Nothing,
	const Allowed extends Access = Access,
	const Errors extends ContractErrors = Record<never, never>,
	Current extends Schema = Nothing,
>(
	route: Route,
	definition: {
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
		isForSetup?: boolean
		errors?: Errors
		current?: Current
	},
): Contract<Params, Query, Body, Response, Allowed, Errors, Current> {
	const [method, path] = route.split(' ') as [Method, `/${string}`]
	return {
		method,
		path,
		access: definition.access,
		params: definition.params ?? (paramsIn(path) as unknown as Params),
		query: definition.query ?? (noQuery as unknown as Query),
		body: definition.body ?? (nothing as unknown as Body),
		response: definition.response ?? (nothing as unknown as Response),
		status: definition.status ?? (definition.response || definition.gives === 'file' ? 200 : 204),
		bodyLimit: definition.bodyLimit ?? DEFAULT_BODY_LIMIT,
		produces: definition.produces ?? JSON_TYPE,
		takes: definition.takes ?? JSON_TYPE,
		gives: definition.gives ?? 'answer',
		isForSetup: definition.isForSetup ?? false,
		errors: definition.errors ?? ({} as Errors),
		current: definition.current ?? (nothing as unknown as Current),
	}
}

/** `Value` under `Key`, optional if it requires nothing. */
type Part<Key extends string, Value> =
	Record<never, never> extends Value
		? { [K in Key]?: Value }
		: undefined extends Value
			? { [K in Key]?: Value }
			: { [K in Key]: Value }

/** Input of a call. Parts that the contract does not require are optional. */
export type CallInput<C extends Contract> = Part<'params', z.input<C['params']>> &
	Part<'query', z.input<C['query']>> &
	Part<'body', BodyInput<C>>

export type ParamsOf<C extends Contract> = z.output<C['params']>
export type QueryOf<C extends Contract> = z.output<C['query']>
/** The body as sent by the caller. */
export type BodyInput<C extends Contract> = z.input<C['body']>
/** The body as received by the service. */
export type BodyOf<C extends Contract> = z.output<C['body']>
/** The response as returned by the service. */
export type ResponseInput<C extends Contract> = z.input<C['response']>
/** The response as received by the caller. */
export type ResponseOf<C extends Contract> = z.output<C['response']>

export const isMutation = (method: Method) => method !== 'GET'

/** The body of an endpoint that `takes` content other than JSON. */
export const rawBody = z.object({
	/** Content type, without parameters. */
	type: z.string(),
	bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})

/** The body of an endpoint that takes `bytes`: a Blob in the caller, a stream in the service. Not parsed. */
export const byteBody = z.custom<unknown>() as z.ZodMiniType<AsyncIterable<Uint8Array>, Blob>

/** A file as a response, in bytes. */
export const fileBytes = z.union([z.instanceof(Uint8Array), z.string()])

/**
 * Returns whether a contract has a body. Compares the schema's type because Astro's bundle has its own copy of
 * `nothing`.
 */
export const takesBody = (endpoint: Contract) => endpoint.body._zod.def.type !== 'undefined'

/**
 * An instant: a Date in the service, ISO-8601 in UTC for the client. Strings are not validated: the screen shows a bad
 * date as `date unknown` or `Invalid date`, and the rest of the list still loads.
 */
export const timestamp = z.pipe(
	z.union([z.date(), z.string()]),
	z.transform((value) => (value instanceof Date ? value.toISOString() : value)),
)

/** Query of a paginated list: `limit` up to 100 (default 50) and an opaque `cursor`. */
export const pageQuery = {
	limit: z._default(z.coerce.number('Limit must be a number').check(z.int(), z.gte(1), z.lte(100)), 50),
	cursor: z.optional(z.string().check(z.maxLength(200))),
}
