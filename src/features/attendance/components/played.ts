/** A part of a recording that was played without a jump, in milliseconds of the recording. */
export interface Stretch {
	readonly from: number
	readonly to: number
	/** Playback rate; 1 is real time. */
	readonly rate: number
	/** Whether the page was visible. */
	readonly isVisible: boolean
}

/** A report from a player, created in `playback.ts`. */
export interface Report {
	/** Position in the recording, in milliseconds. */
	readonly position: number
	readonly rate: number
	readonly isPlaying: boolean
	readonly isVisible: boolean
}

/** How far a player's clock may run ahead of ours between two reports, in milliseconds. */
const SLACK_MS = 750

interface Growing extends Stretch {
	/** When it last grew, by the clock of `report`. */
	readonly at: number
}

/** Returns whether a report continues a stretch: at the same rate, forward, and no farther than the elapsed time. */
const continues = (growing: Growing, { position, rate, isVisible }: Report, now: number) =>
	rate === growing.rate &&
	isVisible === growing.isVisible &&
	position >= growing.to &&
	position - growing.to <= (now - growing.at) * rate + SLACK_MS

/** Collects the played stretches of one recording from the reports of its player. */
export class Played {
	#growing: Growing | undefined
	#done: Stretch[] = []

	/** @param now time in milliseconds, by a clock that never jumps. */
	report(report: Report, now: number): void {
		const position = Math.max(0, Math.round(report.position))
		const next = { ...report, position }
		const growing = this.#growing
		if (growing && continues(growing, next, now)) this.#growing = { ...growing, to: position, at: now }
		else {
			this.#close()
			const { rate, isVisible } = report
			this.#growing = { from: position, to: position, rate, isVisible, at: now }
		}
		if (!report.isPlaying) this.#close()
	}

	/** Returns the stretches since the last call. Ongoing playback starts a new stretch. */
	take(): Stretch[] {
		const growing = this.#growing
		this.#close()
		if (growing) this.#growing = { ...growing, from: growing.to }
		const taken = this.#done
		this.#done = []
		return taken
	}

	/** Puts back stretches that were not sent. */
	putBack(stretches: readonly Stretch[]): void {
		this.#done.unshift(...stretches)
	}

	#close(): void {
		const growing = this.#growing
		this.#growing = undefined
		if (growing && growing.to > growing.from) {
			const { from, to, rate, isVisible } = growing
			this.#done.push({ from, to, rate, isVisible })
		}
	}
}
