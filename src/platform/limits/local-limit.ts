import { addressSubject } from './rate-limit.ts'

interface Window {
	count: number
	resetsAt: number
}

/** Subjects that are remembered at once. */
const MOST = 20_000

/**
 * At most so many tries for each subject in a window, counted in memory: for what is asked often and changes nothing,
 * where a write for each try would cost more than the try. Each node counts for itself.
 */
export class LocalLimit {
	readonly #seconds: number
	readonly #windows = new Map<string, Window>()

	constructor(seconds: number) {
		this.#seconds = seconds
	}

	/** @returns seconds until another try is allowed, or undefined when this one is. */
	count(subject: string, limit: number, now = Date.now()): number | undefined {
		const known = this.#windows.get(subject)
		// An end that is further away than the window was set by a clock that was put back since.
		if (!known || known.resetsAt <= now || known.resetsAt > now + this.#seconds * 1000) {
			if (this.#windows.size >= MOST) this.#windows.clear()
			this.#windows.set(subject, { count: 1, resetsAt: now + this.#seconds * 1000 })
			return undefined
		}
		known.count++
		return known.count > limit ? Math.ceil((known.resetsAt - now) / 1000) : undefined
	}

	/** Forgets all counts. */
	clear(): void {
		this.#windows.clear()
	}
}

/** What is counted of who asks: the account, or for a visitor the address. */
export const callerSubject = (userId: string | undefined, clientAddress: string) =>
	userId === undefined ? `address ${addressSubject(clientAddress)}` : `user ${userId}`
