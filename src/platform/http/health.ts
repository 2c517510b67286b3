import { inTime } from '../in-time.ts'
import { type Exchange, sendDynamic, sendText } from './send.ts'

/** Timeout after which the database counts as unresponsive, in milliseconds. */
const TIMEOUT_MS = 2000

export interface Health {
	readonly release: string
	/** Rejects or resolves to false if the database does not respond. */
	databaseAnswers(): Promise<boolean>
	/** Resolves to false if the database is not writable, for example because the disk is full. */
	databaseTakesWrites(): Promise<boolean>
}

/** Returns the result of a check; false on a timeout or an error. */
async function succeeds(check: () => Promise<boolean>): Promise<boolean> {
	try {
		return await inTime(check(), TIMEOUT_MS, false)
	} catch {
		return false
	}
}

/** Responds to `/healthz` (liveness). Sends 503 during a stop, so that a proxy sends no more requests. */
export const answerAlive = (exchange: Exchange, isStopping: boolean) =>
	isStopping ? sendText(exchange, 503, 'stopping') : sendText(exchange, 200, 'ok')

/** Responds to `/readyz` (readiness). Sends 503 during a stop, or if the database does not respond or is read-only. */
export async function answerReady(exchange: Exchange, health: Health, isStopping: boolean): Promise<void> {
	const database = await succeeds(health.databaseAnswers)
	const writes = database && (await succeeds(health.databaseTakesWrites))
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
