import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SignedIn, signInMember } from './club.ts'
import { type Load, load } from './tools.ts'

/** Requests of the database server benchmarks: two reads and a write of a signed-in member. */
export const READS = [
	['GET /api/questions', '/api/questions?limit=20'],
	['GET /api/questions/:id with its comments', '/api/questions/q1'],
] as const

export const signInReader = (url: string): Promise<SignedIn> => signInMember(url, 7, '10.1.1.1')

/** Duration of a load in seconds. */
const LOAD_SECONDS = 3

export const readLoad = (url: string, path: string, { cookie }: SignedIn): Load =>
	load(url + path, { Cookie: cookie }, LOAD_SECONDS)

export const COMMENT = {
	method: 'POST',
	path: '/api/questions/q50/comments',
	body: '{"body":"The one who leaves last keeps them."}',
}

/** Runs a load that writes comments on one question. */
export function commentLoad(folder: string, url: string, { cookie, csrf }: SignedIn): Load {
	const script = join(folder, 'comment.lua')
	writeFileSync(script, `wrk.method = "${COMMENT.method}"\nwrk.body = '${COMMENT.body}'\n`)
	const headers = { Cookie: cookie, 'X-XSRF-TOKEN': csrf, 'Content-Type': 'application/json' }
	return load(url + COMMENT.path, headers, LOAD_SECONDS, script)
}
