import { type Exchange, sendDynamic, sendText } from './send.ts'

/** How long the database may take to answer before this node counts as not ready, in milliseconds. */
const PATIENCE_MS = 2000

export interface Health {
	/** The release that is served. */
	readonly release: string
	/** Rejects or resolves false when the database is not there. */
	databaseAnswers(): Promise<boolean>
	/** Resolves false when nothing can be saved, such as on a full disk. */
	databaseTakesWrites(): Promise<boolean>
}

async function ask(question: () => Promise<boolean>): Promise<boolean> {
	try {
		return await question()
	} catch {
		return false
	}
}

async function inTime(question: () => Promise<boolean>): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<boolean>((resolve) => {
		timer = setTimeout(() => resolve(false), PATIENCE_MS)
	})
	const answer = await Promise.race([ask(question), late])
	clearTimeout(timer)
	return answer
}

/** `/healthz`: the process is alive, and goes on. 503 while it is stopping: a proxy that asks sends it nothing more. */
export const answerAlive = (exchange: Exchange, isStopping: boolean) =>
	isStopping ? sendText(exchange, 503, 'stopping') : sendText(exchange, 200, 'ok')

/** `/readyz`: this node can take requests. 503 while it is stopping, and when the database does not answer or takes no writes. */
export async function answerReady(exchange: Exchange, health: Health, isStopping: boolean): Promise<void> {
	const database = await inTime(health.databaseAnswers)
	const writes = database && (await inTime(health.databaseTakesWrites))
	const ready = writes && !isStopping
	await sendDynamic(exchange, {
		status: ready ? 200 : 503,
		headers: [
			['Content-Type', 'application/json; charset=utf-8'],
			['Cache-Control', 'no-store'],
			...(ready ? [] : [['Retry-After', '5'] as const]),
		],
		body: JSON.stringify({ ready, database, writes, draining: isStopping, release: health.release }),
	})
}
