import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieName, cookieValues, serializeCookie } from '#src/platform/cookies.ts'
import { env } from '#src/platform/env.ts'

// A browser from which somebody signed in before. It only keeps strangers' wrong tries from locking its owner out;
// it is no proof of anything else.

const deviceCookie = () => cookieName('device')
const DEVICE_SECONDS = 365 * 24 * 60 * 60

const sign = (userId: string, device: string) =>
	createHmac('sha256', env().secretKey).update(`device:${userId}:${device}`).digest('base64url')

/** The cookie that makes this browser known as one of the person's own. */
export function deviceCookieFor(userId: string, cookieHeader: string | undefined): string {
	const device = knownDevice(userId, cookieHeader) ?? randomBytes(16).toString('base64url')
	return serializeCookie(deviceCookie(), `${device}.${sign(userId, device)}`, { maxAge: DEVICE_SECONDS })
}

/** Id of the browser if this person signed in from it before. */
export function knownDevice(userId: string, cookieHeader: string | undefined): string | undefined {
	const [device, signature] = (cookieValues(cookieHeader, deviceCookie())[0] ?? '').split('.')
	if (!device || !signature) return undefined
	const expected = Buffer.from(sign(userId, device))
	const given = Buffer.from(signature)
	return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}
