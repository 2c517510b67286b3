import { log } from '#src/platform/log.ts'

/** Pause between attempts, in milliseconds: a request to an unavailable server is cheap. */
const RETRY_INTERVAL_MS = 1_000
/** Interval of the repeated log message, in milliseconds. */
const REMINDER_INTERVAL_MS = 10 * 60_000

export interface Connection<T> {
	isWaiting(): boolean
	/** The result of `open`; undefined after `stop`. Rejects with errors that a retry cannot fix. */
	readonly opened: Promise<T | undefined>
	/** Ends the retries. A current attempt is abandoned. */
	stop(): void
}

export interface ConnectOptions<T> {
	/** Opens and fills the database. May be called again after a failure at any step. */
	open(): Promise<T>
	outageMessage(error: unknown): string | undefined
	onOutage(): Promise<void>
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS).unref())

async function retry<T>(
	{ open, outageMessage }: ConnectOptions<T>,
	signal: AbortSignal,
	since: number,
): Promise<T | undefined> {
	let remindedAt = since
	for (;;) {
		await pause()
		if (signal.aborted) return undefined
		try {
			const value = await open()
			if (signal.aborted) return undefined
			log.warn({ awaySeconds: Math.round((Date.now() - since) / 1000) }, 'the database answers again')
			return value
		} catch (error) {
			if (signal.aborted) return undefined
			const sentence = outageMessage(error)
			if (sentence === undefined) throw error
			if (Date.now() - remindedAt < REMINDER_INTERVAL_MS) continue
			remindedAt = Date.now()
			log.warn({ awaySeconds: Math.round((remindedAt - since) / 1000) }, `Still waiting. ${sentence}`)
		}
	}
}

/**
 * Opens the database, or retries in the background while it is unavailable.
 * @throws errors that a retry cannot fix.
 */
export async function connectWithRetry<T>(options: ConnectOptions<T>): Promise<Connection<T>> {
	let isWaiting = false
	const stopping = new AbortController()
	const connection = (opened: Promise<T | undefined>): Connection<T> => ({
		isWaiting: () => isWaiting,
		opened,
		stop: () => stopping.abort(),
	})
	try {
		return connection(Promise.resolve(await options.open()))
	} catch (error) {
		const sentence = options.outageMessage(error)
		if (sentence === undefined) throw error
		isWaiting = true
		log.warn(sentence)
	}
	await options.onOutage()
	const opened = retry(options, stopping.signal, Date.now()).then((value) => {
		isWaiting = value === undefined
		return value
	})
	// Avoid an unhandled rejection if this fails before a caller awaits it.
	opened.catch(() => undefined)
	return connection(opened)
}
