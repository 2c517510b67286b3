import { setTimeout as pause } from 'node:timers/promises'
import { READS_OF_ONE_REQUEST } from './remote-reads.ts'

/**
 * How statements go to a libSQL server: few at a time, and never for longer than somebody waits.
 *
 * Measured with sqld 0.24 and the driver's own 20 slots: 160 to 300 writes at once hung every request in 5 of 7 tries,
 * for good, since a write that waits for the server's one write lock keeps its slot and has no time limit.
 * With few in flight there were no such hangs in 24 tries.
 */

/** Most statements on their way at once. Writes are few: the server runs them one after the other anyway. */
const READS_IN_FLIGHT = 4
const WRITES_IN_FLIGHT = 2
/** Most statements that wait for a slot of their kind. Whoever comes then is told to try again. */
const WAITING_LIMIT = 500
/** Most requests with reads that wait: each holds several (`remote-reads.ts`). */
const WAITING_READS_LIMIT = Math.floor(WAITING_LIMIT / READS_OF_ONE_REQUEST)
/** Longest that a statement takes, its wait and its further tries included, in milliseconds. */
export const STATEMENT_DEADLINE_MS = 5_000
/** Pauses before a statement that found the database locked is tried again, in milliseconds. */
const BUSY_PAUSES_MS = [20, 50, 100, 200, 400, 800, 1_600]

/** A statement that was not answered in time, or found too many before it. */
export class StatementTimeoutError extends Error {
	override name = 'StatementTimeoutError'
}

export type StatementKind = 'read' | 'write'

/** Slots of one kind of statements. Who waits is served in order, and gives up at the deadline. */
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

	/** Resolves once a slot is free. @throws {StatementTimeoutError} at the deadline, or at once when too many wait. */
	async enter(deadline: AbortSignal): Promise<void> {
		if (this.#free > 0) {
			this.#free--
			return
		}
		if (this.#waiting.length >= this.#waitingLimit) throw new StatementTimeoutError('Too many statements wait already')
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

/** Rejects at the deadline, whatever becomes of `promise`. */
function orDeadline<T>(promise: Promise<T>, deadline: AbortSignal): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const giveUp = () => reject(new StatementTimeoutError(`No answer within ${STATEMENT_DEADLINE_MS / 1000} seconds`))
		deadline.addEventListener('abort', giveUp, { once: true })
		promise.then(resolve, reject).finally(() => deadline.removeEventListener('abort', giveUp))
	})
}

export interface RemoteLanes {
	/** Runs a statement in a slot of its kind; `isBusy` says which errors are worth another try. */
	run<T>(kind: StatementKind, send: () => Promise<T>): Promise<T>
	/** How many statements wait for a slot, for the metrics. */
	readonly waiting: number
}

export function remoteLanes(isBusy: (error: unknown) => boolean): RemoteLanes {
	const lanes = {
		read: new Lane(READS_IN_FLIGHT, WAITING_READS_LIMIT),
		write: new Lane(WRITES_IN_FLIGHT, WAITING_LIMIT),
	}

	/** One try in a slot. The slot is kept until the driver is done: `fetchWithDeadline` sees to it that it ends. */
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
			for (const wait of BUSY_PAUSES_MS) {
				try {
					return await attempt(kind, send, deadline)
				} catch (error) {
					if (!isBusy(error) || deadline.aborted) throw error
					// Spread out: those that collided once would meet again.
					await pause(wait * (0.5 + Math.random()))
				}
			}
			return attempt(kind, send, deadline)
		},
	}
}

/** Whether a statement only reads. What is not known to read counts as a write: the rarer, safer slot. */
export const isRead = (sql: string): boolean =>
	/^\s*(select|pragma|explain|values)\b/i.test(sql) ||
	(/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))
