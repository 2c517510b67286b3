import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** More time than a test needs from creating a code to the reply, even on a busy machine. */
const ENOUGH_MS = 10_000

/** Returns the code that an app shows `fromNow` milliseconds from now. */
export const codeOf = (key: string, fromNow = 0) =>
	new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(key) }).generate({
		timestamp: Date.now() + fromNow,
	})

/**
 * Returns the previous code, for tests on the real clock that need three consecutive codes. The server refuses that
 * code once the current time step ends, so if that is soon, this waits for the next step.
 */
export async function codeBefore(key: string): Promise<string> {
	const left = STEP_MS - (Date.now() % STEP_MS)
	if (left < ENOUGH_MS) await setTimeout(left)
	return codeOf(key, -STEP_MS)
}
