import { inTime } from '../in-time.ts'
import { log } from '../log.ts'

/** Interval of the heartbeat, in milliseconds. */
const BEAT_MS = 250
/**
 * Minimum length of a suspension, in milliseconds, in which this node may have missed a call from another node. Shorter
 * than the time that other nodes wait for a response before they treat a page as removed everywhere.
 */
const STANDSTILL_MS = 1_000
/**
 * Maximum wait of requests for the catch-up, in milliseconds. Below the statement deadline, so that responses take at
 * most six seconds. Afterwards, pages are served as they were.
 */
const CATCH_UP_MS = 4_000

/**
 * Detects that this process or its machine was suspended. Afterwards its pages may be stale, and the requests that wait
 * in its sockets are handled before any timer or call from another node.
 */
export class Standstill {
	readonly #catchUp: () => Promise<unknown>
	#timer: NodeJS.Timeout | undefined
	/** Wall-clock time, which advances during a suspension. */
	#lastBeat = 0
	#catchingUp: Promise<boolean> | undefined

	/** @param catchUp fetches missed changes. Must never reject. */
	constructor(catchUp: () => Promise<unknown>) {
		this.#catchUp = catchUp
	}

	watch(): () => void {
		this.#lastBeat = Date.now()
		this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref()
		return () => {
			clearInterval(this.#timer)
			this.#timer = undefined
		}
	}

	/**
	 * Returns a promise to await before serving possibly stale data. It resolves to whether the catch-up succeeded.
	 * Undefined if no suspension was detected.
	 */
	missed(): Promise<boolean> | undefined {
		if (this.#timer && Date.now() - this.#lastBeat > STANDSTILL_MS) this.#beat()
		return this.#catchingUp
	}

	#beat(): void {
		const now = Date.now()
		const ms = now - this.#lastBeat
		this.#lastBeat = now
		if (ms <= STANDSTILL_MS) return
		log.warn({ ms }, 'this node was suspended; it fetches missed changes before it serves its pages')
		// Start another catch-up even if one is running: it may have read the changes before this suspension.
		const catchUp = this.#catchUp().then(() => true)
		const catchingUp = inTime(catchUp, CATCH_UP_MS, false).finally(() => {
			if (this.#catchingUp === catchingUp) this.#catchingUp = undefined
		})
		this.#catchingUp = catchingUp
	}
}
