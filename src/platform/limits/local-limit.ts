import { addressSubject } from './rate-limit.ts'

interface Window {
	count: number
	resetsAt: number
}

/** Maximum number of subjects in memory. */
const MAX = 20_000

/**
 * In-memory rate limit for frequent reads, where a database write per attempt would cost more than the read. Each node
 * counts separately.
 */
export class LocalLimit {
	readonly #seconds: number
	readonly #windows = new Map<string, Window>()

	constructor(seconds: number) {
		this.#seconds = seconds
	}

	/** Counts an attempt. @returns undefined if it is allowed; otherwise the seconds until the next is allowed. */
	count(subject: string, limit: number, now = Date.now()): number | undefined {
		const known = this.#windows.get(subject)
		// If a window ends too far in the future, the clock was set back after the window started.
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

/** Returns the rate limit subject of a caller: the account, or a visitor's address. */
export const callerSubject = (userId: string | undefined, clientAddress: string) =>
	userId === undefined ? `address ${addressSubject(clientAddress)}` : `user ${userId}`
