import type { Readable } from 'node:stream'
import type { Contract } from '#src/lib/api/contract.ts'

/**
 * A request as an endpoint sees it: free of node:http and of fetch, so that our server, the development server
 * and the tests can all make one. The functions need no `this`.
 */
export interface ApiRequest {
	readonly method: string
	/** Path without the query, as sent. */
	readonly path: string
	readonly query: URLSearchParams
	/** Decoded `[name]` segments of the route. */
	readonly params: Record<string, string>
	/** A header's value by any-case name; several lines are joined by commas (cookies by semicolons). */
	readonly header: (name: string) => string | undefined
	/** Every line of a header by itself, in order; none is an empty list. */
	readonly headersDistinct: (name: string) => string[]
	/** The body. @throws {ApiError} 413 when it is longer than `limit` bytes, however it is sent. */
	readonly readBody: (limit: number) => Promise<Uint8Array>
	/**
	 * The body as it arrives, for a service that takes `bytes`. Reading it throws {ApiError} 413 when it is longer than
	 * `limit` bytes, 400 when it ends early.
	 */
	readonly streamBody: (limit: number) => AsyncIterable<Uint8Array>
	/** The client's address, from the socket or from as many trusted proxies as the settings name. */
	readonly clientAddress: string
	/** Our own random id of this request, for the log and for `X-Request-Id`. */
	readonly requestId: string
}

/** Bytes of a known number that are opened when they are sent: not for HEAD, and not for who has gone by then. */
export class FileBody {
	readonly length: number
	readonly open: () => Promise<Readable>

	constructor(length: number, open: () => Promise<Readable>) {
		this.length = length
		this.open = open
	}
}

/** An answer. `headers` may name `Set-Cookie` more than once. */
export interface ApiReply {
	status: number
	headers: Array<[name: string, value: string]>
	/** A Buffer is sent to many: its compressed forms are kept as long as it is. Pieces are sent as they are made. */
	body: string | Buffer | AsyncIterable<string> | FileBody | undefined
	/** `own`: only this site may show it. `sandboxed`: and nothing in it may run, also where somebody opens it. */
	protection?: 'own' | 'sandboxed'
}

/** What the server calls for a contract. */
export interface ApiEndpoint {
	readonly contract: Contract
	readonly execute: (request: ApiRequest) => Promise<ApiReply>
}
