import type { Format } from '../rules-schema.ts'

// Assigns credits to requirements, each once: the flow of a small network from requirements over their entries to
// credits of one category, format and age. Requirements take in order, as much as leaves earlier ones what they have.
// A further credit never raises what is missing. That is why a cap on a format has no place here: where the parts ask
// for more than it, a new credit of an earlier part would push out one of a later part.

/** Credits of one category, format and age. */
export interface Cell {
	category: string
	format: Format
	age: number
	amount: number
}

/** A requirement that takes credits for itself alone. */
export interface Demand {
	id: string
	need: number
	entries: readonly { most: number; cells: readonly number[] }[]
}

const SINK = 'sink'

class Network {
	private readonly left = new Map<string, Map<string, number>>()

	connect(from: string, to: string, capacity: number): void {
		this.edges(from).set(to, capacity)
		if (!this.edges(to).has(from)) this.edges(to).set(from, 0)
	}

	private edges(node: string): Map<string, number> {
		const known = this.left.get(node)
		if (known) return known
		const made = new Map<string, number>()
		this.left.set(node, made)
		return made
	}

	/** Sends as much as fits on one path. @returns the amount. */
	private push(from: string, limit: number, seen: Set<string>): number {
		if (from === SINK) return limit
		seen.add(from)
		for (const [to, capacity] of this.edges(from)) {
			if (capacity === 0 || seen.has(to)) continue
			const sent = this.push(to, Math.min(limit, capacity), seen)
			if (sent === 0) continue
			this.edges(from).set(to, capacity - sent)
			this.edges(to).set(from, (this.edges(to).get(from) ?? 0) + sent)
			return sent
		}
		return 0
	}

	/** Sends at most `need` from a node into the sink. @returns the amount. */
	send(from: string, need: number): number {
		let sum = 0
		while (sum < need) {
			const sent = this.push(from, need - sum, new Set())
			if (sent === 0) break
			sum += sent
		}
		return sum
	}

	/** Returns what is left of an edge. */
	rest(from: string, to: string): number {
		return this.edges(from).get(to) ?? 0
	}
}

/**
 * Assigns the credits of cells to demands.
 * @returns what each demand got, by its id, and how much of each cell was taken.
 */
export function assign(
	cells: readonly Cell[],
	demands: readonly Demand[],
): { got: ReadonlyMap<string, number>; taken: readonly number[] } {
	const network = new Network()
	for (const [at, { amount }] of cells.entries()) network.connect(`cell-${at}`, SINK, amount)
	for (const { id, entries } of demands)
		for (const [at, entry] of entries.entries()) {
			network.connect(`demand-${id}`, `entry-${id}-${at}`, entry.most)
			for (const cell of entry.cells) network.connect(`entry-${id}-${at}`, `cell-${cell}`, cells[cell]?.amount ?? 0)
		}
	const got = new Map(demands.map(({ id, need }) => [id, network.send(`demand-${id}`, need)]))
	return { got, taken: cells.map(({ amount }, at) => amount - network.rest(`cell-${at}`, SINK)) }
}
