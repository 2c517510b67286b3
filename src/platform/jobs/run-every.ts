/** Work that is done again and again, with a wait in between. */
export interface RepeatedWork {
	/** One round; what it does ends when the signal says so. @returns milliseconds until the next begins. */
	work(signal: AbortSignal): Promise<number>
	/** Says what went wrong; it is not asked about what a stop ended. @returns milliseconds until the next round. */
	failed(error: unknown): number
}

/**
 * Does the first round at once, and each further one after the wait that the one before it asked for: never two at once.
 * A wait keeps no process alive.
 * @returns a function that ends a running round and waits for it; none comes after it.
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
