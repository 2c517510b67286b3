import { log } from '#src/platform/log.ts'

/** For longer waits, `setTimeout` fires immediately. No timer is set for them: a later poll schedules the run again. */
const MAX_TIMER_MS = 2 ** 31 - 1

export interface OnDemand {
	/** Runs the work now, or once more after the current run. */
	ask(): void
	/** Schedules a run at a time in epoch milliseconds, replacing the previous schedule. Runs now if the time is past. */
	askAt(at: number): void
	/** Aborts the current run and waits for it to end. */
	stop(): Promise<void>
}

/** Creates work that runs on demand. Failures are logged; the next request runs the work again. */
export function onDemand(name: string, work: (signal: AbortSignal) => Promise<unknown>): OnDemand {
	const stopping = new AbortController()
	let timer: NodeJS.Timeout | undefined
	let running: Promise<void> | undefined
	let isRerunRequested = false

	async function runUntilDone(): Promise<void> {
		do {
			isRerunRequested = false
			await work(stopping.signal).catch((error: unknown) => log.error({ job: name, err: error }, 'job failed'))
		} while (isRerunRequested && !stopping.signal.aborted)
		running = undefined
	}

	function ask(): void {
		if (stopping.signal.aborted) return
		isRerunRequested = true
		running ??= runUntilDone()
	}

	return {
		ask,
		askAt(at) {
			clearTimeout(timer)
			const delay = at - Date.now()
			if (delay <= 0) ask()
			else if (delay <= MAX_TIMER_MS && !stopping.signal.aborted) timer = setTimeout(ask, delay).unref()
		},
		async stop() {
			stopping.abort()
			clearTimeout(timer)
			await running
		},
	}
}
