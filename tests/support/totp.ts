import { Secret, TOTP } from 'otpauth'

/** Returns the code that an app shows now, or so many milliseconds from now. */
export const codeOf = (key: string, fromNow = 0) =>
	new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(key) }).generate({
		timestamp: Date.now() + fromNow,
	})
