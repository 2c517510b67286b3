import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { BUSY, questionId } from './member-life.ts'
import { limitRow, openClub, scaleRow } from './questions.ts'
import { CLUB_PASSWORD, signInAs } from './support/club.ts'
import { idOf } from './support/data/courses.ts'
import { ADMIN, startClub, waitUntilIdle } from './support/our-server.ts'
import type { Row } from './support/tools.ts'

const SMALL = 100
const LARGE = 100_000
const MAX_MS = 20

function makeMembers(file: string, members: number): string {
	execFileSync(process.execPath, ['tests/bench/support/data/members.ts', file, String(members)], { stdio: 'inherit' })
	return file
}

const some = (list: readonly string[], round: number) => list[round % list.length] ?? ''
/** Limits a search to two hits, so that the response size does not affect the comparison. */
const search =
	(words: readonly string[], more = '') =>
	(round: number) =>
		`/api/admin/users?limit=2&search=${encodeURIComponent(some(words, round))}${more}`

type Request = readonly [string, (round: number) => string]

/** Requests to the member list. `maria` and `garcia` are common names; `mailhouse` matches nine of ten addresses. */
const requests: readonly Request[] = [
	['members', () => '/api/admin/users'],
	['members by last seen', () => '/api/admin/users?sort=seen'],
	['members of one status by last seen', () => '/api/admin/users?limit=2&status=inactive&sort=seen&order=asc'],
	['members of one status', () => '/api/admin/users?limit=2&status=inactive'],
	['members, first letters', search(['m', 'ma', 'mar', 'mari', 'gar', 'garc'])],
	['members, a name', search(['maria', 'garcia', 'maria garcia', 'thomas', 'lee'])],
	['members, a word of nearly all', search(['mailhouse', 'mailh', 'example', 'exam'])],
	['members, such a word and a status', search(['mailhouse', 'example'], '&status=inactive')],
	['members, a rare name', search(['zyx'])],
	['members, nobody', search(['quillfeather'])],
]

const aQuestion = (round: number) => questionId((round * 389) % LARGE)
const aCourse = (round: number) => idOf(round % BUSY.courses)

/** Pages that a busy member opens, and their API requests. */
const ofMember: readonly Request[] = [
	['/dashboard', () => '/dashboard'],
	['/questions', () => '/questions'],
	['/questions?show=followed', () => '/questions?show=followed'],
	['/questions/{id}', (round) => `/questions/${aQuestion(round)}`],
	['/questions/new', () => '/questions/new'],
	['/coaching', () => '/coaching'],
	['/account', () => '/account'],
	['/account/notifications', () => '/account/notifications'],
	['GET /api/user', () => '/api/user'],
	['GET /api/user/courses', () => '/api/user/courses'],
	['GET /api/courses/{id}/progress', (round) => `/api/courses/${aCourse(round)}/progress`],
	['GET /api/courses/{id}/user-progress', (round) => `/api/courses/${aCourse(round)}/user-progress`],
	['GET /api/questions', () => '/api/questions'],
	['GET /api/questions?show=followed', () => '/api/questions?show=followed'],
	['GET /api/questions?show=unanswered', () => '/api/questions?show=unanswered'],
	['GET /api/questions/{id}', (round) => `/api/questions/${aQuestion(round)}`],
	['GET /api/coaching/sessions', () => '/api/coaching/sessions'],
	['GET /api/user/notifications', () => '/api/user/notifications'],
]

/** Pages that an admin opens. */
const ofAdmin: readonly Request[] = [
	['/admin', () => '/admin'],
	['/admin/users', () => '/admin/users'],
	['/admin/coaching', () => '/admin/coaching'],
	['GET /api/admin/users', () => '/api/admin/users'],
]

async function emailOf(file: string): Promise<string> {
	const client = createClient({ url: `file:${file}` })
	const { rows } = await client.execute({
		sql: 'select email from users where id = ?',
		args: [`m${String(BUSY.number).padStart(7, '0')}`],
	})
	client.close()
	return String(rows[0]?.email)
}

/** Measures screens and requests of a busy member and an admin. */
async function answers(folder: string, file: string): Promise<Row[]> {
	const ours = await startClub(folder, file)
	const rows: Row[] = []
	try {
		await waitUntilIdle(ours)
		const email = await emailOf(file)
		for (const [who, list] of [
			[{ email, password: CLUB_PASSWORD }, ofMember],
			[ADMIN, ofAdmin],
		] as const) {
			const { cookie } = await signInAs(ours.url, who, '127.0.0.1')
			for (const [what, path] of list)
				rows.push(await limitRow(`${what}, of 100,000 members, p95`, { url: ours.url, cookie }, path, MAX_MS))
		}
	} finally {
		await ours.stop()
	}
	return rows
}

/** Compares the member list and search of 100,000 members with a club of 100, and measures one member's requests. */
export async function membersAtScale(folder: string): Promise<Row[]> {
	const largeFile = makeMembers(join(folder, 'many-members.db'), LARGE)
	const rows: Row[] = []
	const small = await openClub(folder, makeMembers(join(folder, 'few-members.db'), SMALL))
	const large = await openClub(folder, largeFile)
	try {
		for (const [what, path] of requests)
			rows.push(await scaleRow(`${what}, p95 at 100,000 members`, { small, large }, () => path))
	} finally {
		await small.stop()
		await large.stop()
	}
	return [...rows, ...(await answers(folder, largeFile))]
}
