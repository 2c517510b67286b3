import { log } from '../log.ts'

/** How often the time is noted, in milliseconds. */
const BEAT_MS = 250
/**
 * A node that did not run for so long may have missed a call of another, in milliseconds: less than that one waits for
 * an answer before it takes a page for gone everywhere.
 */
const STANDSTILL_MS = 1_000
/**
 * Longest that requests wait for what was missed, in milliseconds: less than a statement may take, so that who waited is
 * answered within six seconds. After it pages are as they were.
 */
const CATCH_UP_MS = 4_000

/**
 * Notices that this process did not run for a while: it was frozen, or its machine was. What it shows may be gone
 * meanwhile, and requests that waited in its sockets are at its door before any timer or call of another node.
 */
export class Standstill {
	readonly #catchUp: () => Promise<unknown>
	#timer: NodeJS.Timeout | undefined
	/** By the clock of the machine, the one that goes on while a machine is suspended. */
	#lastBeat = 0
	#catchingUp: Promise<boolean> | undefined

	/** @param catchUp does what was missed; never rejects. */
	constructor(catchUp: () => Promise<unknown>) {
		this.#catchUp = catchUp
	}

	/** From now on standstills are noticed, until the returned function is called. */
	watch(): () => void {
		this.#lastBeat = Date.now()
		this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref()
		return () => {
			clearInterval(this.#timer)
			this.#timer = undefined
		}
	}

	/**
	 * What to wait for before something is shown that may be gone, and whether what was missed is known then; undefined
	 * where nothing was missed.
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
		const { promise: limit, resolve } = Promise.withResolvers<boolean>()
		const timer = setTimeout(() => resolve(false), CATCH_UP_MS).unref()
		// Its own, also where one is under way: that may have looked before this one.
		const catchingUp = Promise.race([this.#catchUp().then(() => true), limit]).finally(() => {
			clearTimeout(timer)
			if (this.#catchingUp === catchingUp) this.#catchingUp = undefined
		})
		this.#catchingUp = catchingUp
	}
}
