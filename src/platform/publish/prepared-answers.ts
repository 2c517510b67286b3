import type { Contract, ResponseInput } from '#src/lib/api/contract.ts'
import { type Context, type NotModified, PreparedJson } from '../endpoint/handle.ts'
import { publicCacheControl, tagOf } from './public-answer.ts'

/** An answer with the headers that go with it. */
interface Made {
	readonly json: PreparedJson
	readonly etag: string
	readonly headers: ReadonlyArray<readonly [name: string, value: string]>
}

/** Different answers that are kept of one state: whoever asks for each page in each length shall not fill the memory. */
const MAX_KEPT = 50

/**
 * Answers that many get, each made, written and compressed once for a state of what they show. Every request
 * asks for the state, in the database: a change of any node is seen by the next request.
 */
export class PreparedAnswers<C extends Contract> {
	readonly #contract: C
	#state: string | undefined
	#made = new Map<string, Promise<Made>>()

	constructor(contract: C) {
		this.#contract = contract
	}

	async #make(build: (context: Pick<Context, 'setHeader'>) => Promise<ResponseInput<C>>): Promise<Made> {
		const headers: Array<[string, string]> = []
		const json = PreparedJson.of(
			this.#contract,
			await build({ setHeader: (name, value) => void headers.push([name, value]) }),
		)
		return { json, headers, etag: tagOf([json.bytes.toString(), headers]) }
	}

	#keep(key: string, made: Promise<Made>): void {
		const kept = this.#made
		const [oldest] = kept.keys()
		if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
		kept.set(key, made)
		made.catch(() => kept.delete(key))
	}

	/**
	 * The answer to a request.
	 * @param asked what of the request the answer depends on, `state` names what was there before `build` looks. What
	 * `build` finds may be newer; it is then made once more.
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
		let making = this.#made.get(asked)
		if (!making) {
			making = this.#make(build)
			this.#keep(asked, making)
		}
		const { json, etag, headers } = await making
		context.setHeader('Cache-Control', publicCacheControl(context))
		for (const [name, value] of headers) context.setHeader(name, value)
		return context.notModified(etag) ?? json
	}
}
