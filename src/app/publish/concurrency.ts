import { setImmediate } from 'node:timers/promises'

/**
 * Does `work` for each of `items`, `width` at a time: the next begins when any ends, so that none waits for the slowest of
 * a group. Each begins in a turn of the event loop of its own: work that waits for nothing but memory would else be done
 * for all of them in one, in which nobody is answered.
 * `work` is begun in the order of `items`.
 * @returns what it gave, in the order of `items`.
 * @throws what `work` throws first; what is under way goes on, the rest is not begun by that lane.
 */
export async function mapConcurrently<Item, Result>(
	items: readonly Item[],
	width: number,
	work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = []
	const left = items.entries()
	let lastTurn: Promise<void> = Promise.resolve()
	const lane = async () => {
		for (const [at, item] of left) {
			lastTurn = lastTurn.then(() => setImmediate())
			await lastTurn
			results[at] = await work(item, at)
		}
	}
	await Promise.all(Array.from({ length: width }, lane))
	return results
}
