import type { Readable } from 'node:stream'
import type { Contract } from '#src/lib/api/contract.ts'

/**
 * A request as endpoints see it: independent of node:http and fetch, so that our server, the development server and
 * the tests can all create one. The functions need no `this`.
 */
export interface ApiRequest {
	readonly method: string
	/** Path without the query, as sent. */
	readonly path: string
	readonly query: URLSearchParams
	readonly params: Record<string, string>
	/**
	 * Returns a header's value by case-insensitive name; repeated lines are joined by commas (cookies by semicolons).
	 */
	readonly header: (name: string) => string | undefined
	/** Returns every line of a header, in order; an empty list if missing. */
	readonly headersDistinct: (name: string) => string[]
	/** Reads the body. @throws {ApiError} 413 when it is longer than `limit` bytes, however it is sent. */
	readonly readBody: (limit: number) => Promise<Uint8Array>
	/**
	 * Streams the body for a service that takes `bytes`. Reading throws {ApiError} 413 beyond `limit` bytes and 400
	 * when the body ends early.
	 */
	readonly streamBody: (limit: number) => AsyncIterable<Uint8Array>
	/** The client's address: from the socket, or behind the configured number of trusted proxies. */
	readonly clientAddress: string
	readonly requestId: string
}

/** A file of known size that is opened when sent: not for HEAD, and not after the client disconnected. */
export class FileBody {
	readonly length: number
	readonly open: () => Promise<Readable>

	constructor(length: number, open: () => Promise<Readable>) {
		this.length = length
		this.open = open
	}
}

/** A response. `headers` may contain `Set-Cookie` more than once. */
export interface ApiReply {
	status: number
	headers: Array<[name: string, value: string]>
	/** A Buffer is shared: its compressed forms are cached as long as it lives. Iterables are streamed. */
	body: string | Buffer | AsyncIterable<string | Uint8Array> | FileBody | undefined
	/**
	 * `own`: only this site may embed it. `sandboxed`: in addition, nothing in it may run, even when opened directly.
	 */
	protection?: 'own' | 'sandboxed'
}

export interface ApiEndpoint {
	readonly contract: Contract
	readonly execute: (request: ApiRequest) => Promise<ApiReply>
}
