import { argonHash, argonVerify } from './oslo.ts'

/** All places where a password is worked on are taken, and so are the places to wait. */
export class PasswordsBusyError extends Error {
	override name = 'PasswordsBusyError'
}

// Each hash takes 19 MiB and one of libuv's four threads. More at once would starve the rest of the server.
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
		// The place goes from hand to hand, so that nobody who comes later gets in between.
		if (next) next()
		else running--
	}
}

/** @throws {PasswordsBusyError} */
export const hashPassword = (password: string) => inTurn(() => argonHash(password))

// Of a random password that nobody has kept; same settings as in oslo.ts.
/** The hash of a password that nobody knows: of accounts whose owner has not chosen one yet. */
export const NOBODY =
	'$argon2id$v=19$m=19456,t=2,p=1$+Vy1UgiCKZ9dsIHhRB5c9w$BuGd3dtEjYe7qX6CBufRZgnSw28LTP2l7PLP99CmiB0'

/**
 * Whether `password` is the one of `hash`. Without a hash (nobody has that e-mail) it works as long and says no,
 * so that time does not tell who is a member.
 * @throws {PasswordsBusyError}
 */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
	const matches = await inTurn(() => argonVerify(hash ?? NOBODY, password))
	return hash !== undefined && matches
}
