import { once } from 'node:events'
import { createServer } from 'node:net'

// Linux gives ports from 32768 on to outgoing connections and to `listen(0)`. A server that needs seconds to start
// could find its port taken, so choose a lower one.
const FIRST = 12_000
const COUNT = 20_000
const ATTEMPTS = 50

async function isFree(port: number): Promise<boolean> {
	const probe = createServer()
	const opened = await once(probe.listen(port, '127.0.0.1'), 'listening').then(
		() => true,
		() => false,
	)
	if (opened) await once(probe.close(), 'close')
	return opened
}

/** Returns a free local TCP port that the system gives to nobody else. */
export async function freePort(): Promise<number> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const port = FIRST + Math.floor(Math.random() * COUNT)
		if (await isFree(port)) return port
	}
	throw new Error(`No free port was found between ${FIRST} and ${FIRST + COUNT}.`)
}
