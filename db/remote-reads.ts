/** Most reads of one request: none of them is answered before the last one is. */
export const READS_OF_ONE_REQUEST = 16

type Outcome<Result> = PromiseSettledResult<Result>

/** Reads that go out together. */
interface Shipment<Statement, Result> {
	readonly statements: Statement[]
	readonly outcomes: Promise<Outcome<Result>[]>
}

/**
 * Whether a read can go with others in one transaction. Pragmas may mean something else there.
 * @param sql a statement that only reads.
 */
export const isJoinable = (sql: string): boolean => /^\s*(select|with|values)\b/i.test(sql)

/** Runs after everything that is ready to run now, further reads of the same `Promise.all` included. */
const onceIdle = (run: () => void) => queueMicrotask(() => process.nextTick(run))

const settled = <T>(run: Promise<T>): Promise<Outcome<T>> =>
	run.then(
		(value) => ({ status: 'fulfilled', value }),
		(reason: unknown) => ({ status: 'rejected', reason }),
	)

/**
 * Joins reads on their way to a libSQL server: what is asked for at once, or while no slot is free, goes out as one
 * request. There and back takes longer than a statement does (eight take twice as long as one on the same machine, and
 * as long as one from another), so a page that asks for five things waits once.
 * @param options.inSlot calls `send` once a slot is free, again where the database was busy; rejects when none was in time.
 * @param options.isOfStatement whether an error is a statement's own, and not one of the way or of the database.
 */
export function joinedReads<Statement, Result>(options: {
	readOne: (statement: Statement) => Promise<Result>
	readMany: (statements: Statement[]) => Promise<Result[]>
	inSlot: (send: () => Promise<Outcome<Result>[]>) => Promise<Outcome<Result>[]>
	isOfStatement: (error: unknown) => boolean
}): (statement: Statement) => Promise<Result> {
	const { readOne, readMany, inSlot, isOfStatement } = options
	/** What others may still join. */
	let open: Shipment<Statement, Result> | undefined

	async function send(statements: Statement[]): Promise<Outcome<Result>[]> {
		const [first] = statements
		if (statements.length === 1 && first) return [{ status: 'fulfilled', value: await readOne(first) }]
		try {
			const results = await readMany(statements)
			return results.map((value) => ({ status: 'fulfilled', value }))
		} catch (error) {
			if (!isOfStatement(error)) throw error
			// One of them is wrong, or all are too long together: whoever asked for the others must not suffer from it.
			const outcomes: Outcome<Result>[] = []
			for (const statement of statements) outcomes.push(await settled(readOne(statement)))
			return outcomes
		}
	}

	function newShipment(): Shipment<Statement, Result> {
		const statements: Statement[] = []
		const leave = () => {
			if (open?.statements === statements) open = undefined
		}
		const outcomes = new Promise<Outcome<Result>[]>((resolve, reject) =>
			onceIdle(() =>
				inSlot(() => {
					leave()
					return send(statements)
				})
					.finally(leave)
					.then(resolve, reject),
			),
		)
		return { statements, outcomes }
	}

	return async (statement) => {
		if (!open || open.statements.length >= READS_OF_ONE_REQUEST) open = newShipment()
		const { statements, outcomes } = open
		const place = statements.push(statement) - 1
		const outcome = (await outcomes)[place] as Outcome<Result>
		if (outcome.status === 'rejected') throw outcome.reason
		return outcome.value
	}
}
