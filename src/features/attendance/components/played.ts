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

interface OpenStretch extends Stretch {
	/** When it last grew, by the clock passed to `report`. */
	readonly at: number
}

/** Returns whether a report continues a stretch: at the same rate, forward, and no farther than the elapsed time. */
const continues = (open: OpenStretch, { position, rate, isVisible }: Report, now: number) =>
	rate === open.rate &&
	isVisible === open.isVisible &&
	position >= open.to &&
	position - open.to <= (now - open.at) * rate + SLACK_MS

/** Collects the played stretches of one recording from the reports of its player. */
export class PlayedStretches {
	#open: OpenStretch | undefined
	#done: Stretch[] = []

	/** @param now time in milliseconds, by a clock that never jumps. */
	report(report: Report, now: number): void {
		const position = Math.max(0, Math.round(report.position))
		const next = { ...report, position }
		const open = this.#open
		if (open && continues(open, next, now)) this.#open = { ...open, to: position, at: now }
		else {
			this.#close()
			const { rate, isVisible } = report
			this.#open = { from: position, to: position, rate, isVisible, at: now }
		}
		if (!report.isPlaying) this.#close()
	}

	/** Returns the stretches since the last call. Ongoing playback starts a new stretch. */
	take(): Stretch[] {
		const open = this.#open
		this.#close()
		if (open) this.#open = { ...open, from: open.to }
		const taken = this.#done
		this.#done = []
		return taken
	}

	/** Puts back stretches that were not sent. */
	putBack(stretches: readonly Stretch[]): void {
		this.#done.unshift(...stretches)
	}

	#close(): void {
		const open = this.#open
		this.#open = undefined
		if (open && open.to > open.from) {
			const { from, to, rate, isVisible } = open
			this.#done.push({ from, to, rate, isVisible })
		}
	}
}
