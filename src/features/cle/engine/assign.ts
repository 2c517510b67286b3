import type { Format } from '../rules-schema.ts'

// Assigns each credit to at most one requirement: a maximum flow through a small network, from requirements through
// their entries to cells. Requirements take credits in order, without reducing the credits of earlier requirements.
// An additional credit never increases what is missing. For this reason, caps on formats do not apply here: if the
// parts need more than a cap allows, a new credit for an earlier part would displace a credit of a later part.

/** Credits of one category, format and age. */
export interface Cell {
	category: string
	format: Format
	age: number
	amount: number
}

/** A requirement that takes credits exclusively. */
export interface Demand {
	id: string
	need: number
	entries: readonly { most: number; cells: readonly number[] }[]
}

const SINK = 'sink'

class Network {
	private readonly capacities = new Map<string, Map<string, number>>()

	connect(from: string, to: string, capacity: number): void {
		this.edges(from).set(to, capacity)
		if (!this.edges(to).has(from)) this.edges(to).set(from, 0)
	}

	private edges(node: string): Map<string, number> {
		const known = this.capacities.get(node)
		if (known) return known
		const created = new Map<string, number>()
		this.capacities.set(node, created)
		return created
	}

	/** Sends as much as fits through one path. @returns the amount sent. */
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

	/** Sends at most `need` from a node to the sink. @returns the amount sent. */
	send(from: string, need: number): number {
		let sum = 0
		while (sum < need) {
			const sent = this.push(from, need - sum, new Set())
			if (sent === 0) break
			sum += sent
		}
		return sum
	}

	/** Returns the remaining capacity of an edge. */
	remaining(from: string, to: string): number {
		return this.edges(from).get(to) ?? 0
	}
}

/**
 * Assigns the credits of cells to demands.
 * @returns the amount that each demand got, by id, and the amount taken from each cell.
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
	return { got, taken: cells.map(({ amount }, at) => amount - network.remaining(`cell-${at}`, SINK)) }
}
