import { argonHash, argonVerify } from './oslo.ts'

/** All hashing slots and all places in the queue are taken. */
export class PasswordsBusyError extends Error {
	override name = 'PasswordsBusyError'
}

// Each hash takes 19 MiB and one of libuv's four threads. More would starve the rest of the server.
const AT_ONCE = 4
const MAX_WAITING = 60

let running = 0
const waiting: Array<() => void> = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
	if (running >= AT_ONCE) {
		if (waiting.length >= MAX_WAITING) throw new PasswordsBusyError('Too many passwords are being checked')
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

/** @throws {PasswordsBusyError} */
export const hashPassword = (password: string) => inTurn(() => argonHash(password))

// From a discarded random password; same settings as in oslo.ts.
/** The hash of an unknown password, for accounts without a chosen one. */
export const NOBODY =
	'$argon2id$v=19$m=19456,t=2,p=1$+Vy1UgiCKZ9dsIHhRB5c9w$BuGd3dtEjYe7qX6CBufRZgnSw28LTP2l7PLP99CmiB0'

/**
 * Checks `password` against `hash`. Without a hash (unknown address) it takes the same time and returns false, so
 * the timing does not reveal membership.
 * @throws {PasswordsBusyError}
 */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
	const matches = await inTurn(() => argonVerify(hash ?? NOBODY, password))
	return hash !== undefined && matches
}
