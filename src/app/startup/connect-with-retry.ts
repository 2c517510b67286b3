import { log } from '#src/platform/log.ts'

/** Pause between two tries, in milliseconds: one request to a server that is away costs nobody anything. */
const TRY_EVERY_MS = 1_000
/** How often the log says that it still lasts, in milliseconds. */
const REMIND_EVERY_MS = 10 * 60_000

/** A database that is opened now, or once it answers. */
export interface Connecting<T> {
	/** Whether it has not answered since the start. */
	isWaiting(): boolean
	/** What `open` gave; undefined after `stop`. Rejects with what another try cannot put right. */
	readonly opened: Promise<T | undefined>
	/** No further try. One that runs is left to itself. */
	stop(): void
}

export interface ConnectOptions<T> {
	/** Opens and fills the database. May be called again after it failed, at whatever step. */
	open(): Promise<T>
	/** What is wrong, in one sentence, where waiting can help. */
	awaySentence(error: unknown): string | undefined
	/** Called before the first wait. */
	onAway(): Promise<void>
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, TRY_EVERY_MS).unref())

async function tryAgain<T>(
	{ open, awaySentence }: ConnectOptions<T>,
	signal: AbortSignal,
	since: number,
): Promise<T | undefined> {
	let saidAt = since
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
			const sentence = awaySentence(error)
			if (sentence === undefined) throw error
			if (Date.now() - saidAt < REMIND_EVERY_MS) continue
			saidAt = Date.now()
			log.warn({ awaySeconds: Math.round((saidAt - since) / 1000) }, `Still waiting. ${sentence}`)
		}
	}
}

/**
 * Opens the database, or, where it is away, goes on trying in the background.
 * @throws what waiting cannot put right.
 */
export async function connectWithRetry<T>(options: ConnectOptions<T>): Promise<Connecting<T>> {
	let isWaiting = false
	const stopping = new AbortController()
	const connecting = (opened: Promise<T | undefined>): Connecting<T> => ({
		isWaiting: () => isWaiting,
		opened,
		stop: () => stopping.abort(),
	})
	try {
		return connecting(Promise.resolve(await options.open()))
	} catch (error) {
		const sentence = options.awaySentence(error)
		if (sentence === undefined) throw error
		isWaiting = true
		log.warn(sentence)
	}
	await options.onAway()
	const opened = tryAgain(options, stopping.signal, Date.now()).then((value) => {
		isWaiting = value === undefined
		return value
	})
	// Whoever asks for it first may come later than it fails.
	opened.catch(() => undefined)
	return connecting(opened)
}
