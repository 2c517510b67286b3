import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SignedIn, signInMember } from './club.ts'
import { type Load, load } from './tools.ts'

/** What the benches of a database server ask for: two reads and a write of somebody who is signed in. */
export const READS = [
	['GET /api/questions', '/api/questions?limit=20'],
	['GET /api/questions/:id with its comments', '/api/questions/q1'],
] as const

export const signInReader = (url: string): Promise<SignedIn> => signInMember(url, 7, '10.1.1.1')

/** How long a load lasts, unless it is told, in seconds. */
const LOAD_SECONDS = 3

export const readLoad = (
	url: string,
	path: string,
	{ cookie }: SignedIn,
	connections?: number,
	seconds = LOAD_SECONDS,
): Load => load(url + path, { Cookie: cookie }, seconds, undefined, connections)

/** Comments on one question. */
export function commentLoad(
	folder: string,
	url: string,
	{ cookie, csrf }: SignedIn,
	connections?: number,
	seconds = LOAD_SECONDS,
): Load {
	const script = join(folder, 'comment.lua')
	writeFileSync(script, `wrk.method = "POST"\nwrk.body = '{"body":"The one who leaves last keeps them."}'\n`)
	const headers = { Cookie: cookie, 'X-XSRF-TOKEN': csrf, 'Content-Type': 'application/json' }
	return load(`${url}/api/questions/q50/comments`, headers, seconds, script, connections)
}
