import { inTime } from '../in-time.ts'
import { log } from '../log.ts'

/** Interval of the heartbeat, in milliseconds. */
const BEAT_MS = 250
/**
 * Minimum length of a suspension, in milliseconds: a node may have missed a call of another. Less than another node
 * waits for a response before it takes a page as removed everywhere.
 */
const STANDSTILL_MS = 1_000
/**
 * Maximum wait of requests for the catch-up, in milliseconds: below the statement deadline, so that responses take at
 * most six seconds. Afterwards pages are served as they were.
 */
const CATCH_UP_MS = 4_000

/**
 * Detects that this process or its machine was suspended. Its pages may be stale, and requests waiting in its sockets
 * are handled before any timer or call of another node.
 */
export class Standstill {
	readonly #catchUp: () => Promise<unknown>
	#timer: NodeJS.Timeout | undefined
	/** Wall clock time, which continues during a suspension. */
	#lastBeat = 0
	#catchingUp: Promise<boolean> | undefined

	/** @param catchUp fetches what was missed; never rejects. */
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
	 * Returns a promise to wait for before showing possibly stale data; it resolves to whether the catch-up succeeded.
	 * Undefined if nothing was missed.
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
		log.warn({ ms }, 'this node stood still; it looks what it missed before it shows its pages')
		// A separate catch-up even if one is running: that one may have read before this suspension.
		const catchUp = this.#catchUp().then(() => true)
		const catchingUp = inTime(catchUp, CATCH_UP_MS, false).finally(() => {
			if (this.#catchingUp === catchingUp) this.#catchingUp = undefined
		})
		this.#catchingUp = catchingUp
	}
}
