export interface RepeatedWork {
	/** Runs once. Must end when the signal aborts. @returns milliseconds until the next run. */
	work(signal: AbortSignal): Promise<number>
	/** Handles an error. Not called for runs that are aborted by a stop. @returns milliseconds until the next run. */
	failed(error: unknown): number
}

/**
 * Runs work immediately, and again after the wait that each run returns. Runs never overlap. A pending wait does not
 * keep the process alive.
 * @returns a function that aborts the current run, waits for it to end, and prevents further runs.
 */
export function runEvery({ work, failed }: RepeatedWork): () => Promise<void> {
	const stopping = new AbortController()
	const { signal } = stopping
	let timer: NodeJS.Timeout | undefined

	async function run(): Promise<void> {
		let wait = 0
		try {
			wait = await work(signal)
		} catch (error) {
			if (!signal.aborted) wait = failed(error)
		}
		if (signal.aborted) return
		timer = setTimeout(() => {
			running = run()
		}, wait).unref()
	}

	let running = run()
	return async () => {
		stopping.abort()
		clearTimeout(timer)
		await running
	}
}
