import { log } from '#src/platform/log.ts'

/** Work that runs when it is asked for, never twice at once. */
export interface OnDemand {
	/** Runs it now; where it runs already, once more after that. */
	ask(): void
	/** Runs it at an instant in milliseconds, in place of what was said before; now where that has passed. */
	askAt(at: number): void
	/** Ends a running round, and waits for it. */
	stop(): Promise<void>
}

/** A failure is logged; the next time it is asked for it runs again. */
export function onDemand(name: string, work: (signal: AbortSignal) => Promise<unknown>): OnDemand {
	const stopping = new AbortController()
	let timer: NodeJS.Timeout | undefined
	let running: Promise<void> | undefined
	let isAskedAgain = false

	async function runs(): Promise<void> {
		do {
			isAskedAgain = false
			await work(stopping.signal).catch((error: unknown) => log.error({ job: name, err: error }, 'job failed'))
		} while (isAskedAgain && !stopping.signal.aborted)
		running = undefined
	}

	function ask(): void {
		if (stopping.signal.aborted) return
		isAskedAgain = true
		running ??= runs()
	}

	return {
		ask,
		askAt(at) {
			clearTimeout(timer)
			if (at <= Date.now()) ask()
			else if (!stopping.signal.aborted) timer = setTimeout(ask, at - Date.now()).unref()
		},
		async stop() {
			stopping.abort()
			clearTimeout(timer)
			await running
		},
	}
}
