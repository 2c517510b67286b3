import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '../env/env.ts'

/** Path of calls between nodes. Clients without a valid signature get the response for an unknown URL. */
export const NODE_CALL_PATH = '/.node'
export const SIGNATURE_HEADER = 'x-node-signature'
/** Maximum body size of a call, in bytes. */
export const NODE_CALL_LIMIT = 64 * 1024
/** Maximum clock skew between nodes, in milliseconds. Nonces are remembered for twice this time. */
const WINDOW_MS = 120_000

const mac = (...parts: string[]) =>
	createHmac('sha256', env().secretKey)
		.update(['node-call', ...parts].join('\n'))
		.digest('base64url')
const hash = (body: string | Uint8Array) => createHash('sha256').update(body).digest('base64url')

function isSame(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)]
	return a.length === b.length && timingSafeEqual(a, b)
}

export interface SignedCall {
	readonly signature: string
	isAnswer(body: string, signature: string | null): boolean
}

/** Signs a call to the node `to`. The signature is valid only for that node, once, and for a short time. */
export function signCall(to: string, body: string, now = Date.now()): SignedCall {
	const nonce = randomBytes(16).toString('base64url')
	const fields = [String(now), nonce, hash(body)]
	return {
		signature: [...fields, mac(to, ...fields)].join('.'),
		isAnswer: (answer, signature) => signature !== null && isSame(signature, mac('answer', to, nonce, hash(answer))),
	}
}

export interface VerifiedCall {
	hasBody(body: Uint8Array): boolean
	signAnswer(body: string): string
}

/** Verifies calls to one node. Rejects replays. */
export class CallListener {
	readonly #id: string
	/** Nonces of valid calls, with their expiry. Only holders of the key can add entries. */
	readonly #seenNonces = new Map<string, number>()

	constructor(id: string) {
		this.#id = id
	}

	/** Verifies a call by its header only. Returns undefined if it is invalid. */
	verify(header: string | undefined, now = Date.now()): VerifiedCall | undefined {
		const [time = '', nonce = '', bodyHash = '', signature = '', ...rest] = header?.split('.') ?? []
		if (rest.length > 0 || !isSame(signature, mac(this.#id, time, nonce, bodyHash))) return undefined
		if (!(Math.abs(now - Number(time)) <= WINDOW_MS)) return undefined
		for (const [old, until] of this.#seenNonces) {
			if (until > now) break
			this.#seenNonces.delete(old)
		}
		if (this.#seenNonces.has(nonce)) return undefined
		// Twice the window: a call signed by a clock that is ahead can be valid for that long.
		this.#seenNonces.set(nonce, now + 2 * WINDOW_MS)
		return {
			hasBody: (body) => isSame(hash(body), bodyHash),
			signAnswer: (body) => mac('answer', this.#id, nonce, hash(body)),
		}
	}
}
