import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from './env/env.ts'

/** Returns an unguessable secret that is safe in cookies and URLs. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Returns the hash to store for a token, so that a copy of the database reveals no tokens. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Signs text with our secret. The text must start with its purpose, so that signatures are not valid for another. */
export const sign = (text: string) => createHmac('sha256', env().secretKey).update(text).digest('base64url')

/** Compares two strings in constant time. */
export function isSame(one: string, other: string): boolean {
	const [left, right] = [Buffer.from(one), Buffer.from(other)]
	return left.length === right.length && timingSafeEqual(left, right)
}
