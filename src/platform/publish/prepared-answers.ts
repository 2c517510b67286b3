import type { Contract, ResponseInput } from '#src/lib/api/contract.ts'
import { type Context, type NotModified, PreparedJson } from '../endpoint/handle.ts'
import { publicCacheControl, tagOf } from './public-answer.ts'

interface BuiltResponse {
	readonly json: PreparedJson
	readonly etag: string
	readonly headers: ReadonlyArray<readonly [name: string, value: string]>
}

/** Maximum number of cached responses per state. Limits memory if clients request many variants. */
const MAX_CACHED = 50

/**
 * Cache of shared responses. Each is built, serialized and compressed once per state of its data. Every request reads
 * the state from the database, so changes by all nodes take effect.
 */
export class PreparedAnswers<C extends Contract> {
	readonly #contract: C
	#state: string | undefined
	#made = new Map<string, Promise<BuiltResponse>>()

	constructor(contract: C) {
		this.#contract = contract
	}

	async #make(build: (context: Pick<Context, 'setHeader'>) => Promise<ResponseInput<C>>): Promise<BuiltResponse> {
		const headers: Array<[string, string]> = []
		const json = PreparedJson.of(
			this.#contract,
			await build({ setHeader: (name, value) => void headers.push([name, value]) }),
		)
		return { json, headers, etag: tagOf([json.bytes.toString(), headers]) }
	}

	#keep(key: string, made: Promise<BuiltResponse>): void {
		const cache = this.#made
		const [oldest] = cache.keys()
		if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
		cache.set(key, made)
		made.catch(() => cache.delete(key))
	}

	/**
	 * Returns the response to a request.
	 * @param asked cache key of the request. Read `state` before `build` runs: if `build` then reads newer data, the next
	 * request builds the response again.
	 */
	async answer(
		context: Context,
		{ state, asked }: { state: string; asked: string },
		build: (context: Pick<Context, 'setHeader'>) => Promise<ResponseInput<C>>,
	): Promise<PreparedJson | NotModified> {
		if (state !== this.#state) {
			this.#state = state
			this.#made = new Map()
		}
		let pending = this.#made.get(asked)
		if (!pending) {
			pending = this.#make(build)
			this.#keep(asked, pending)
		}
		const { json, etag, headers } = await pending
		context.setHeader('Cache-Control', publicCacheControl(context))
		for (const [name, value] of headers) context.setHeader(name, value)
		return context.notModified(etag) ?? json
	}
}
