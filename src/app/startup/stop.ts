import type { SecondChairServer } from '#src/platform/http/server.ts'
import { log } from '#src/platform/log.ts'
import type { Booted } from './boot.ts'

/** Time for running requests after a stop signal, in milliseconds. */
const DRAIN_MS = 10_000
/** Hard limit of a stop, in milliseconds: within 15 s even on a busy machine with late timers. */
const STOP_MS = 12_000

export interface StopOptions {
	/** Hard limit of a stop, in milliseconds. */
	readonly limit?: number
	readonly exit?: (status: number) => void
}

/**
 * Creates the handler for stop signals: refuses new connections, drains requests, stops the jobs, closes the
 * database, exits with 0. If something hangs, it exits with 1 at the limit. A second signal exits immediately.
 */
export function stopper(
	server: Pick<SecondChairServer, 'drain'>,
	booted: Pick<Booted, 'close'>,
	{ limit = STOP_MS, exit = process.exit }: StopOptions = {},
): (signal: NodeJS.Signals) => Promise<void> {
	let isStopping = false
	return async (signal) => {
		// A second signal means: do not wait.
		if (isStopping) return exit(1)
		isStopping = true
		log.info({ signal }, 'stopping')
		let hanging = 'requests are still running'
		const end = setTimeout(() => {
			log.fatal(`did not stop in time: ${hanging}`)
			exit(1)
		}, limit)
		try {
			await server.drain(DRAIN_MS)
			hanging = 'a job or the database did not end'
			await booted.close()
		} catch (error) {
			log.fatal({ err: error }, 'did not stop cleanly')
			return exit(1)
		} finally {
			clearTimeout(end)
		}
		log.info('stopped')
		exit(0)
	}
}

export function stopOnSignal(server: SecondChairServer, booted: Booted): void {
	const stop = stopper(server, booted)
	for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}
