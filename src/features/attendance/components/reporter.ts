import { isApiError } from '#src/lib/api/errors.ts'
import type { Attendance } from '../contract.ts'
import { Played, type Report, type Stretch } from './played.ts'

/** A beat as input of `sendBeat`. */
export interface SentBeat extends Stretch {
	readonly sequence: number
	readonly isSeek: boolean
}

/** Why playback does not count. */
export type Obstacle =
	/** Playback was faster than the rules allow, so that part does not count. */
	| { kind: 'fast' }
	/** The server cannot be reached. `isLong`: for so long that the player was paused. */
	| { kind: 'away'; isLong: boolean }
	/** Nothing counts anymore, for the reason that the server gave. */
	| { kind: 'over'; error: Error }

interface Host {
	send(beat: SentBeat, isLeaving: boolean): Promise<Attendance>
	/** Reads the attendance again. */
	read(): Promise<Attendance>
	pause(): void
	onAnswer(attendance: Attendance): void
	onObstacle(obstacle: Obstacle | null): void
	/** Milliseconds of a clock that never jumps. */
	now(): number
}

/** How late beats may arrive, in milliseconds: `LATE_MS` of the server. */
const LATE_MS = 60_000

/** Turns the reports of a player into beats and sends them in order, one at a time. */
export class Reporter {
	readonly #host: Host
	readonly #played = new Played()
	#attendance: Attendance
	/** Where the last counted beat ended. Null if the next beat need not continue it, as on a new page. */
	#lastTo: number | null = null
	#isSending = false
	/** Number of a beat without a response: it may have been counted. */
	#unsure: number | undefined
	#awaySince: number | undefined
	#obstacle: Obstacle | null = null

	constructor(attendance: Attendance, host: Host) {
		this.#attendance = attendance
		this.#host = host
	}

	/** Stores the attendance that another call returned, such as `enterCode`. */
	update(attendance: Attendance): void {
		this.#attendance = attendance
	}

	heard(report: Report): void {
		if (this.#obstacle?.kind === 'over' || this.#attendance.state !== 'open') return
		const isStopped = this.#attendance.prompt !== null || this.#isLongAway()
		if (report.isPlaying && isStopped) {
			// Playback must not continue until the code is entered or the server is back.
			this.#host.pause()
			return
		}
		this.#played.report(report, this.#host.now())
		if (!report.isPlaying) void this.flush()
	}

	/** Sends the stretches played since the last call. */
	async flush(isLeaving = false): Promise<void> {
		if (this.#isSending || this.#obstacle?.kind === 'over' || this.#attendance.prompt) return
		this.#isSending = true
		try {
			await this.#sendAll(this.#played.take(), isLeaving)
		} finally {
			this.#isSending = false
		}
	}

	/** Removes the first stretch if its beat was counted although the response was lost. */
	async #withoutCounted(stretches: readonly Stretch[]): Promise<readonly Stretch[]> {
		if (this.#unsure === undefined || stretches.length === 0) return stretches
		const read = await this.#host.read()
		const isCounted = read.sequence >= this.#unsure
		this.#unsure = undefined
		this.#answered(read)
		if (!isCounted) return stretches
		this.#lastTo = read.positionMs
		return stretches.slice(1)
	}

	async #sendAll(taken: readonly Stretch[], isLeaving: boolean): Promise<void> {
		let stretches = taken
		try {
			stretches = await this.#withoutCounted(taken)
		} catch (error) {
			this.#failed(error as Error, taken)
			return
		}
		for (const [index, stretch] of stretches.entries()) {
			if (stretch.rate > this.#attendance.maxRate) {
				this.#say({ kind: 'fast' })
				continue
			}
			const sequence = this.#attendance.sequence + 1
			try {
				const beat = { ...stretch, sequence, isSeek: stretch.from !== this.#lastTo }
				const answer = await this.#host.send(beat, isLeaving)
				this.#answered(answer)
				if (answer.sequence < sequence) {
					// The beat has to wait for the code.
					this.#played.putBack(stretches.slice(index))
					return
				}
				this.#lastTo = stretch.to
			} catch (error) {
				this.#unsure = sequence
				this.#failed(error as Error, stretches.slice(index))
				return
			}
		}
	}

	#answered(attendance: Attendance): void {
		this.#awaySince = undefined
		this.#attendance = attendance
		this.#say(null)
		if (attendance.prompt) this.#host.pause()
		this.#host.onAnswer(attendance)
	}

	#failed(error: Error, unsent: readonly Stretch[]): void {
		const isFinal = isApiError(error) && error.status < 500 && error.status !== 429
		if (isFinal) {
			this.#host.pause()
			this.#say({ kind: 'over', error })
			return
		}
		this.#played.putBack(unsent)
		this.#awaySince ??= this.#host.now()
		const isLong = this.#isLongAway()
		if (isLong) this.#host.pause()
		this.#say({ kind: 'away', isLong })
	}

	#isLongAway(): boolean {
		return this.#awaySince !== undefined && this.#host.now() - this.#awaySince >= LATE_MS
	}

	#say(obstacle: Obstacle | null): void {
		this.#obstacle = obstacle
		this.#host.onObstacle(obstacle)
	}
}
