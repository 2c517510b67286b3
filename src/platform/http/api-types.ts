import type { Readable } from 'node:stream'
import type { Contract } from '#src/lib/api/contract.ts'

/**
 * A request to an endpoint. Independent of node:http and fetch, so that our server, the development server and tests
 * can create one. The functions do not use `this`.
 */
export interface ApiRequest {
	readonly method: string
	/** Path without the query, as sent. */
	readonly path: string
	readonly query: URLSearchParams
	readonly params: Record<string, string>
	/** Returns a header by case-insensitive name. Repeated lines are joined by commas (cookies by semicolons). */
	readonly header: (name: string) => string | undefined
	/** Returns all lines of a header, in order; an empty list if the header is missing. */
	readonly headersDistinct: (name: string) => string[]
	/** Reads the body. @throws {ApiError} 413 if it is longer than `limit` bytes, declared or not. */
	readonly readBody: (limit: number) => Promise<Uint8Array>
	/**
	 * Streams the body for a service that takes `bytes`. Reading throws {ApiError} 413 if it exceeds `limit` bytes, and
	 * 400 if the body ends early.
	 */
	readonly streamBody: (limit: number) => AsyncIterable<Uint8Array>
	/** The client's address: from the socket, or as forwarded by the configured number of trusted proxies. */
	readonly clientAddress: string
	readonly requestId: string
}

/** A file of known size. Opened only when it is sent: not for HEAD, and not after the client has disconnected. */
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
	/** Compressed forms of a Buffer are cached as long as the Buffer exists, so reuse it. Iterables are streamed. */
	body: string | Buffer | AsyncIterable<string | Uint8Array> | FileBody | undefined
	/** `own`: only this site may embed the response. `sandboxed`: nothing in it may run, even if opened directly. */
	protection?: 'own' | 'sandboxed'
}

export interface ApiEndpoint {
	readonly contract: Contract
	readonly execute: (request: ApiRequest) => Promise<ApiReply>
}
