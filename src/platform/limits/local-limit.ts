import { addressSubject } from './rate-limit.ts'

interface Window {
	count: number
	resetsAt: number
}

/** Maximum number of subjects in memory. */
const MAX = 20_000

/**
 * Rate limit in memory, for frequent reads, where a database write per attempt would cost more than the attempt. Each
 * node counts separately.
 */
export class LocalLimit {
	readonly #seconds: number
	readonly #windows = new Map<string, Window>()

	constructor(seconds: number) {
		this.#seconds = seconds
	}

	/** Counts an attempt. @returns seconds until the next is allowed, or undefined if this one is. */
	count(subject: string, limit: number, now = Date.now()): number | undefined {
		const known = this.#windows.get(subject)
		// A window that ends too far in the future was started before a clock correction.
		if (!known || known.resetsAt <= now || known.resetsAt > now + this.#seconds * 1000) {
			if (this.#windows.size >= MAX) this.#windows.clear()
			this.#windows.set(subject, { count: 1, resetsAt: now + this.#seconds * 1000 })
			return undefined
		}
		known.count++
		return known.count > limit ? Math.ceil((known.resetsAt - now) / 1000) : undefined
	}

	clear(): void {
		this.#windows.clear()
	}
}

/** Returns the subject of a caller's rate limit: the account, or a visitor's address. */
export const callerSubject = (userId: string | undefined, clientAddress: string) =>
	userId === undefined ? `address ${addressSubject(clientAddress)}` : `user ${userId}`
