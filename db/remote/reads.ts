/** Maximum reads per request. Limited because all of them wait for the slowest. */
export const MAX_READS_PER_REQUEST = 16

type Outcome<Result> = PromiseSettledResult<Result>

interface Batch<Statement, Result> {
	readonly statements: Statement[]
	readonly outcomes: Promise<Outcome<Result>[]>
}

/**
 * Returns whether a read can share a transaction with other reads. Pragmas may behave differently in a transaction.
 * @param sql a statement that only reads.
 */
export const isJoinable = (sql: string): boolean => /^\s*(select|with|values)\b/i.test(sql)

/** Calls `run` after all work that is ready now, including further reads of the same `Promise.all`. */
const onceIdle = (run: () => void) => queueMicrotask(() => process.nextTick(run))

const settled = <T>(run: Promise<T>): Promise<Outcome<T>> =>
	run.then(
		(value) => ({ status: 'fulfilled', value }),
		(reason: unknown) => ({ status: 'rejected', reason }),
	)

/**
 * Batches reads to a libSQL server: reads issued together, or while no slot is free, share one request. The round trip
 * dominates: eight statements take twice as long as one if the server is local, and as long as one if it is remote.
 * So a page with five reads waits once.
 * @param options.inSlot calls `send` in a free slot, with retries while the database is busy; rejects on timeout.
 * @param options.isOfStatement returns whether one statement caused an error, not the connection or the database.
 */
export function batchedReads<Statement, Result>(options: {
	readOne: (statement: Statement) => Promise<Result>
	readMany: (statements: Statement[]) => Promise<Result[]>
	inSlot: (send: () => Promise<Outcome<Result>[]>) => Promise<Outcome<Result>[]>
	isStatementError: (error: unknown) => boolean
}): (statement: Statement) => Promise<Result> {
	const { readOne, readMany, inSlot, isStatementError } = options
	/** The batch that further reads can join. */
	let open: Batch<Statement, Result> | undefined

	async function send(statements: Statement[]): Promise<Outcome<Result>[]> {
		const [first] = statements
		if (statements.length === 1 && first) return [{ status: 'fulfilled', value: await readOne(first) }]
		try {
			const results = await readMany(statements)
			return results.map((value) => ({ status: 'fulfilled', value }))
		} catch (error) {
			if (!isStatementError(error)) throw error
			// One read is faulty, or the batch is too slow: send each read alone, so that the other reads do not fail.
			const outcomes: Outcome<Result>[] = []
			for (const statement of statements) outcomes.push(await settled(readOne(statement)))
			return outcomes
		}
	}

	function newBatch(): Batch<Statement, Result> {
		const statements: Statement[] = []
		const closeBatch = () => {
			if (open?.statements === statements) open = undefined
		}
		const outcomes = new Promise<Outcome<Result>[]>((resolve, reject) =>
			onceIdle(() =>
				inSlot(() => {
					closeBatch()
					return send(statements)
				})
					.finally(closeBatch)
					.then(resolve, reject),
			),
		)
		return { statements, outcomes }
	}

	return async (statement) => {
		if (!open || open.statements.length >= MAX_READS_PER_REQUEST) open = newBatch()
		const { statements, outcomes } = open
		const index = statements.push(statement) - 1
		const outcome = (await outcomes)[index] as Outcome<Result>
		if (outcome.status === 'rejected') throw outcome.reason
		return outcome.value
	}
}
