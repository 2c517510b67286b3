import { isApiError } from '#src/lib/api/errors.ts'
import type { Attendance } from '../contract.ts'
import { PlayedStretches, type Report, type Stretch } from './played.ts'

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
	onResponse(attendance: Attendance): void
	onObstacle(obstacle: Obstacle | null): void
	/** Milliseconds of a clock that never jumps. */
	now(): number
}

/** How late beats may arrive, in milliseconds: `LATE_MS` of the server. */
const LATE_MS = 60_000

/** Turns the reports of a player into beats and sends them in order, one at a time. */
export class Reporter {
	readonly #host: Host
	readonly #played = new PlayedStretches()
	#attendance: Attendance
	/** Where the last counted beat ended. Null if the next beat need not continue it, as on a new page. */
	#lastEnd: number | null = null
	#isSending = false
	/** Number of a beat without a response: it may have been counted. */
	#unconfirmed: number | undefined
	#offlineSince: number | undefined
	#obstacle: Obstacle | null = null

	constructor(attendance: Attendance, host: Host) {
		this.#attendance = attendance
		this.#host = host
	}

	/** Stores the attendance that another call returned, such as `enterCode`. */
	update(attendance: Attendance): void {
		this.#attendance = attendance
	}

	report(report: Report): void {
		if (this.#obstacle?.kind === 'over' || this.#attendance.state !== 'open') return
		const isStopped = this.#attendance.prompt !== null || this.#isLongOffline()
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
	async #dropCounted(stretches: readonly Stretch[]): Promise<readonly Stretch[]> {
		if (this.#unconfirmed === undefined || stretches.length === 0) return stretches
		const read = await this.#host.read()
		const isCounted = read.sequence >= this.#unconfirmed
		this.#unconfirmed = undefined
		this.#accept(read)
		if (!isCounted) return stretches
		this.#lastEnd = read.positionMs
		return stretches.slice(1)
	}

	async #sendAll(taken: readonly Stretch[], isLeaving: boolean): Promise<void> {
		let stretches = taken
		try {
			stretches = await this.#dropCounted(taken)
		} catch (error) {
			this.#fail(error as Error, taken)
			return
		}
		for (const [index, stretch] of stretches.entries()) {
			if (stretch.rate > this.#attendance.maxRate) {
				this.#setObstacle({ kind: 'fast' })
				continue
			}
			const sequence = this.#attendance.sequence + 1
			try {
				const beat = { ...stretch, sequence, isSeek: stretch.from !== this.#lastEnd }
				const answer = await this.#host.send(beat, isLeaving)
				this.#accept(answer)
				if (answer.sequence < sequence) {
					// The beat has to wait for the code.
					this.#played.putBack(stretches.slice(index))
					return
				}
				this.#lastEnd = stretch.to
			} catch (error) {
				this.#unconfirmed = sequence
				this.#fail(error as Error, stretches.slice(index))
				return
			}
		}
	}

	#accept(attendance: Attendance): void {
		this.#offlineSince = undefined
		this.#attendance = attendance
		this.#setObstacle(null)
		if (attendance.prompt) this.#host.pause()
		this.#host.onResponse(attendance)
	}

	#fail(error: Error, unsent: readonly Stretch[]): void {
		const isFinal = isApiError(error) && error.status < 500 && error.status !== 429
		if (isFinal) {
			this.#host.pause()
			this.#setObstacle({ kind: 'over', error })
			return
		}
		this.#played.putBack(unsent)
		this.#offlineSince ??= this.#host.now()
		const isLong = this.#isLongOffline()
		if (isLong) this.#host.pause()
		this.#setObstacle({ kind: 'away', isLong })
	}

	#isLongOffline(): boolean {
		return this.#offlineSince !== undefined && this.#host.now() - this.#offlineSince >= LATE_MS
	}

	#setObstacle(obstacle: Obstacle | null): void {
		this.#obstacle = obstacle
		this.#host.onObstacle(obstacle)
	}
}
