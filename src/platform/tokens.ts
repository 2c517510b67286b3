import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from './env/env.ts'

/** Returns an unguessable secret, safe in cookies and URLs. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Returns a token's hash for the database: a copy of the database reveals no token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Signs a text with the server's secret. Its first word names the use, so that no signature works for another. */
export const sign = (text: string) => createHmac('sha256', env().secretKey).update(text).digest('base64url')

/** Compares two texts in constant time. */
export function isSame(one: string, other: string): boolean {
	const [left, right] = [Buffer.from(one), Buffer.from(other)]
	return left.length === right.length && timingSafeEqual(left, right)
}
