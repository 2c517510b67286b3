import { inTime } from '../in-time.ts'

/** Lifetime of a sample, in milliseconds. */
const LIFETIME_MS = 15_000
/** Minimum wait between a failure and a retry, in milliseconds. */
const RETRY_AFTER_MS = 1_000
/** Maximum wait of a reader, in milliseconds. A scrape must respond within two seconds. */
const MAX_WAIT_MS = 1_500

export interface Sample<T> {
	readonly value: T | undefined
	/** Whether the last attempt succeeded in time. */
	readonly answers: boolean
}

/**
 * Caches a value that requires queries, and runs one query at a time. If the database hangs, readers get the last value
 * after a short wait.
 */
export class Sampled<T> {
	readonly #ask: () => Promise<T>
	readonly #options: { keptMs: number; failureKeptMs: number; patienceMs: number }
	#sample: Sample<T> = { value: undefined, answers: false }
	#freshUntil = Number.NEGATIVE_INFINITY
	#running: Promise<void> | undefined

	constructor(ask: () => Promise<T>, options: { keptMs?: number; failureKeptMs?: number; patienceMs?: number } = {}) {
		this.#ask = ask
		this.#options = { keptMs: LIFETIME_MS, failureKeptMs: RETRY_AFTER_MS, patienceMs: MAX_WAIT_MS, ...options }
	}

	async read(): Promise<Sample<T>> {
		if (performance.now() < this.#freshUntil) return this.#sample
		this.#running ??= this.#renew().finally(() => {
			this.#running = undefined
		})
		const outcome = await inTime(this.#running, this.#options.patienceMs, 'late')
		return outcome === 'late' ? { value: this.#sample.value, answers: false } : this.#sample
	}

	async #renew(): Promise<void> {
		const { keptMs, failureKeptMs } = this.#options
		try {
			this.#sample = { value: await this.#ask(), answers: true }
			this.#freshUntil = performance.now() + keptMs
		} catch {
			// Not logged here: the code that accesses the database logs the error.
			this.#sample = { value: this.#sample.value, answers: false }
			this.#freshUntil = performance.now() + failureKeptMs
		}
	}
}
