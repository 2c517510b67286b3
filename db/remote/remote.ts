import { setTimeout as pause } from 'node:timers/promises'
import { MAX_READS_PER_REQUEST } from './reads.ts'

/**
 * Sends statements to a libSQL server with low concurrency and a deadline.
 *
 * Measured with sqld 0.24 and the driver's default of 20 slots: 160 to 300 concurrent writes hung every request forever
 * in 5 of 7 runs, since a write that waits for the server's single write lock keeps its slot without a timeout. With
 * low concurrency, nothing hung in 24 runs.
 */

/** Maximum concurrent requests. Lower for writes, because the server runs them one after the other anyway. */
const READS_IN_FLIGHT = 4
const WRITES_IN_FLIGHT = 2
/** Maximum statements waiting for a slot of their kind. Further statements are rejected. */
const WAITING_LIMIT = 500
/** Maximum waiting requests with reads. Each carries several reads (`reads.ts`). */
const WAITING_READS_LIMIT = Math.floor(WAITING_LIMIT / MAX_READS_PER_REQUEST)
/** Deadline of a statement, including its wait and its retries, in milliseconds. */
export const STATEMENT_DEADLINE_MS = 5_000
/** Backoff before each retry if the database was locked, in milliseconds. */
const BUSY_DELAYS_MS = [20, 50, 100, 200, 400, 800, 1_600]

/** A statement got no response in time, or was rejected because the queue is full. */
export class StatementTimeoutError extends Error {
	override name = 'StatementTimeoutError'
}

export type StatementKind = 'read' | 'write'

/** Slots of one kind of statement, with a FIFO queue. Waiters give up at the deadline. */
class Lane {
	#free: number
	readonly #waiting: (() => void)[] = []

	readonly #waitingLimit: number

	constructor(slots: number, waitingLimit: number) {
		this.#free = slots
		this.#waitingLimit = waitingLimit
	}

	get waiting(): number {
		return this.#waiting.length
	}

	/**
	 * Resolves once a slot is free.
	 * @throws {StatementTimeoutError} at the deadline, or immediately if the queue is full.
	 */
	async enter(deadline: AbortSignal): Promise<void> {
		if (this.#free > 0) {
			this.#free--
			return
		}
		if (this.#waiting.length >= this.#waitingLimit)
			throw new StatementTimeoutError('Too many statements are already waiting')
		await new Promise<void>((resolve, reject) => {
			const giveUp = () => {
				this.#waiting.splice(this.#waiting.indexOf(take), 1)
				reject(new StatementTimeoutError('No slot became free in time'))
			}
			const take = () => {
				deadline.removeEventListener('abort', giveUp)
				resolve()
			}
			deadline.addEventListener('abort', giveUp, { once: true })
			this.#waiting.push(take)
		})
	}

	leave(): void {
		const next = this.#waiting.shift()
		if (next) next()
		else this.#free++
	}
}

/** Returns the result of `promise`, but rejects at the deadline if it has not settled. */
function orDeadline<T>(promise: Promise<T>, deadline: AbortSignal): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const giveUp = () => reject(new StatementTimeoutError(`No response within ${STATEMENT_DEADLINE_MS / 1000} seconds`))
		deadline.addEventListener('abort', giveUp, { once: true })
		promise.then(resolve, reject).finally(() => deadline.removeEventListener('abort', giveUp))
	})
}

export interface RemoteLanes {
	/** Runs a statement in a slot of its kind. Retries it if its error matches `isBusy`. */
	run<T>(kind: StatementKind, send: () => Promise<T>): Promise<T>
	readonly waiting: number
}

export function remoteLanes(isBusy: (error: unknown) => boolean): RemoteLanes {
	const lanes = {
		read: new Lane(READS_IN_FLIGHT, WAITING_READS_LIMIT),
		write: new Lane(WRITES_IN_FLIGHT, WAITING_LIMIT),
	}

	/** Makes one attempt in a slot. Keeps the slot until the driver settles, which `fetchWithDeadline` guarantees. */
	async function attempt<T>(kind: StatementKind, send: () => Promise<T>, deadline: AbortSignal): Promise<T> {
		await lanes[kind].enter(deadline)
		const sent = send().finally(() => lanes[kind].leave())
		return orDeadline(sent, deadline)
	}

	return {
		get waiting() {
			return lanes.read.waiting + lanes.write.waiting
		},
		async run(kind, send) {
			const deadline = AbortSignal.timeout(STATEMENT_DEADLINE_MS)
			for (const delay of BUSY_DELAYS_MS) {
				try {
					return await attempt(kind, send, deadline)
				} catch (error) {
					if (!isBusy(error) || deadline.aborted) throw error
					// Add jitter so that statements that collided do not collide again.
					await pause(delay * (0.5 + Math.random()))
				}
			}
			return attempt(kind, send, deadline)
		},
	}
}

/** Returns whether a statement only reads. Treats unknown statements as writes, which is safer. */
export const isRead = (sql: string): boolean =>
	/^\s*(select|pragma|explain|values)\b/i.test(sql) ||
	(/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))
