import type { SecondChairServer } from '#src/platform/http/server.ts'
import { log } from '#src/platform/log.ts'
import type { Booted } from './boot.ts'

/** How long running requests may take after a signal to stop, in milliseconds. */
const DRAIN_MS = 10_000
/** When a stop ends in any case, in milliseconds: within 15 s, also on a machine so busy that timers are late. */
const STOP_MS = 12_000

export interface StopOptions {
	/** When a stop ends in any case, in milliseconds. */
	readonly limit?: number
	/** Ends the process with this status. */
	readonly exit?: (status: number) => void
}

/**
 * What a signal to stop does: no new connections, running requests to their end, jobs stopped and the database closed,
 * status 0. Whatever hangs, the process ends within the limit, then with status 1; a second signal ends it at once.
 */
export function stopper(
	server: Pick<SecondChairServer, 'drain'>,
	booted: Pick<Booted, 'close'>,
	{ limit = STOP_MS, exit = process.exit }: StopOptions = {},
): (signal: NodeJS.Signals) => Promise<void> {
	let isStopping = false
	return async (signal) => {
		// Whoever asks twice does not want to wait.
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

/** Stops this process on SIGTERM and SIGINT, as `stopper` says. */
export function stopOnSignal(server: SecondChairServer, booted: Booted): void {
	const stop = stopper(server, booted)
	for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}
