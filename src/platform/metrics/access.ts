import { createHash, timingSafeEqual } from 'node:crypto'
import type { DynamicReply } from '../http/send.ts'

export const METRICS_HEADERS: DynamicReply['headers'] = [
	['Content-Type', 'text/plain; version=0.0.4; charset=utf-8'],
	['Cache-Control', 'no-store'],
]

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Checks the token of an `Authorization` header in constant time. */
export function mayRead(authorization: string | undefined, token: string): boolean {
	const [, provided = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
	return timingSafeEqual(digest(provided), digest(token))
}
