import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { openClub, scaleRow } from './questions.ts'
import type { Row } from './tools.ts'

const SMALL = 100
const LARGE = 100_000

function makeMembers(file: string, members: number): string {
	execFileSync(process.execPath, ['tests/bench/member-data.ts', file, String(members)], { stdio: 'inherit' })
	return file
}

const some = (list: readonly string[], round: number) => list[round % list.length] ?? ''
/** Two hits each, which both clubs have: it is the search that is compared, not the length of the answer. */
const search =
	(words: readonly string[], more = '') =>
	(round: number) =>
		`/api/admin/users?limit=2&search=${encodeURIComponent(some(words, round))}${more}`

/** What an admin asks of the list of members; `maria` and `garcia` are common names, `mailhouse` nine of ten mailboxes. */
const requests: readonly (readonly [string, (round: number) => string])[] = [
	['members', () => '/api/admin/users'],
	['members of one status', () => '/api/admin/users?limit=2&status=inactive'],
	['members, first letters', search(['m', 'ma', 'mar', 'mari', 'gar', 'garc'])],
	['members, a name', search(['maria', 'garcia', 'maria garcia', 'thomas', 'lee'])],
	['members, a word of nearly all', search(['mailhouse', 'mailh', 'example', 'exam'])],
	['members, such a word and a status', search(['mailhouse', 'example'], '&status=inactive')],
	['members, a rare name', search(['zyx'])],
	['members, nobody', search(['quillfeather'])],
]

/** The list of 100,000 members and its search, against a club of 100. */
export async function membersAtScale(folder: string): Promise<Row[]> {
	const small = await openClub(folder, makeMembers(join(folder, 'few-members.db'), SMALL))
	const large = await openClub(folder, makeMembers(join(folder, 'many-members.db'), LARGE))
	const rows: Row[] = []
	try {
		for (const [what, path] of requests)
			rows.push(await scaleRow(`${what}, p95 at 100,000 members`, { small, large }, () => path))
	} finally {
		await small.stop()
		await large.stop()
	}
	return rows
}
