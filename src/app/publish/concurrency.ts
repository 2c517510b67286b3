import { setImmediate } from 'node:timers/promises'

/**
 * Runs `work` for each of `items`, `width` at a time. The next item starts when any ends, so none waits for the
 * slowest of a group. Each item starts in its own turn of the event loop: synchronous work would otherwise block all
 * requests until the last item. Items start in their order.
 * @returns the results in the order of `items`.
 * @throws the first error of `work`. Running items continue; the lane that failed starts no more items.
 */
export async function mapConcurrently<Item, Result>(
	items: readonly Item[],
	width: number,
	work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = []
	const remaining = items.entries()
	let lastTurn: Promise<void> = Promise.resolve()
	const lane = async () => {
		for (const [at, item] of remaining) {
			lastTurn = lastTurn.then(() => setImmediate())
			await lastTurn
			results[at] = await work(item, at)
		}
	}
	await Promise.all(Array.from({ length: width }, lane))
	return results
}
