/**
 * Does `work` for each of `items`, `width` at a time: the next begins when any ends, so that none waits for the slowest of
 * a group.
 * @returns what `work` gave, in the order of `items`.
 * @throws what `work` throws first; what is under way goes on, the rest is not begun by that lane.
 */
export async function mapInFlight<Item, Result>(
	items: readonly Item[],
	width: number,
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = []
	const left = items.entries()
	const lane = async () => {
		for (const [at, item] of left) results[at] = await work(item)
	}
	await Promise.all(Array.from({ length: width }, lane))
	return results
}
