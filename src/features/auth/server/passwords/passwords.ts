import { Argon2id } from 'oslo/password'
import { httpError } from '#src/lib/api/errors.ts'
import { PASSWORDS_BUSY } from '../../contract.ts'

// The only file that imports oslo. The package is frozen; a replacement changes only this file.

// The smallest Argon2id setting that OWASP lists (m in KiB). lucia's Scrypt is pure JavaScript: eight concurrent
// hashes blocked the event loop for 1.2 s.
const argon = new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 })

// Each hash takes 19 MiB and one of libuv's four threads. More would starve the rest of the server.
const MAX_CONCURRENT = 4
const MAX_WAITING = 60

let running = 0
const waiting: Array<() => void> = []

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
	if (running >= MAX_CONCURRENT) {
		if (waiting.length >= MAX_WAITING) throw httpError(PASSWORDS_BUSY, { retryAfter: 2 })
		await new Promise<void>((resolve) => waiting.push(resolve))
	} else running++
	try {
		return await work()
	} finally {
		const next = waiting.shift()
		// Hand the slot to the next waiting call directly, so newcomers cannot overtake.
		if (next) next()
		else running--
	}
}

/**
 * Hashes a password into a PHC string. NFKC-normalized, as NIST SP 800-63B advises; never truncated.
 * @throws {ApiError} 503 when all slots are taken and the queue is full.
 */
export const hashPassword = (password: string) => withSlot(() => argon.hash(password))

// From a discarded random password; same settings as above.
/** The hash of an unknown password, for accounts without a chosen one. */
export const UNKNOWN_PASSWORD_HASH =
	'$argon2id$v=19$m=19456,t=2,p=1$+Vy1UgiCKZ9dsIHhRB5c9w$BuGd3dtEjYe7qX6CBufRZgnSw28LTP2l7PLP99CmiB0'

/**
 * Checks `password` against `hash`. Without a hash (unknown address) it takes the same time and returns false, so the
 * timing does not reveal membership.
 * @throws {ApiError} 503 like `hashPassword`.
 */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
	const matches = await withSlot(() => argon.verify(hash ?? UNKNOWN_PASSWORD_HASH, password))
	return hash !== undefined && matches
}
