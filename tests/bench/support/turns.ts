import { setImmediate } from 'node:timers'

/** Times each turn of the event loop while `work` runs. @returns the turns in milliseconds, shortest first. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number[]> {
	const turns: number[] = []
	let last = performance.now()
	let isRunning = true
	const turn = () => {
		if (!isRunning) return
		const now = performance.now()
		turns.push(now - last)
		last = now
		setImmediate(turn)
	}
	setImmediate(turn)
	await work()
	isRunning = false
	return turns.sort((a, b) => a - b)
}
