import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { sealCursor } from '#src/platform/endpoint/paging.ts'
import { ADMIN, startOurServer, waitUntilIdle } from './support/our-server.ts'
import { questionScreen } from './support/question-screen.ts'
import { p95, warmUp } from './support/sequential.ts'
import { freePort, load, type Row, ratioRow, startPinned } from './support/tools.ts'

/** Members, questions and comments of the two clubs. */
const SMALL = [100, 100, 1_000] as const
const LARGE = [100_000, 100_000, 1_000_000] as const

export interface Club {
	url: string
	file: string
	cookie: string
	/** Question ids; the first has the most comments. */
	ids: string[]
	/** Positions in the list by last activity, each with a full page after it. */
	cursors: [activity: number, seq: number][]
	stop(): Promise<void>
}

function makeClub(file: string, size: readonly number[]): string {
	execFileSync(process.execPath, ['tests/bench/support/data/questions.ts', file, ...size.map(String)], {
		stdio: 'inherit',
	})
	return file
}

const cookieOf = (cookies: string, name: string) =>
	cookies
		.split('; ')
		.find((cookie) => cookie.startsWith(`${name}=`))
		?.slice(name.length + 1) ?? ''

/** Returns a function that writes as the signed-in member. */
async function writer({ url, cookie }: Pick<Club, 'url' | 'cookie'>) {
	const { csrfToken } = (await (await fetch(`${url}/api/csrf-token`, { headers: { Cookie: cookie } })).json()) as {
		csrfToken: string
	}
	const withToken = cookieOf(cookie, 'XSRF-TOKEN') ? cookie : `${cookie}; XSRF-TOKEN=${csrfToken}`
	return async (method: string, path: string, body: object) => {
		const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': csrfToken, Cookie: withToken }
		const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
	}
}

/** Questions that the signed-in member asked, follows and has read. The same in every club size. */
const OWN = 40

async function addOwnActivity(club: Pick<Club, 'url' | 'cookie' | 'ids'>): Promise<void> {
	const send = await writer(club)
	const { ids } = club
	const body = 'How do the rest of you handle this, and what would you do again?'
	for (let i = 0; i < OWN; i++)
		await send('POST', '/api/questions', { title: `One of my own questions, ${i}`, body, categoryId: `k${i % 6}` })
	// Marks each question as read before its first answer, so that all its answers are new.
	for (const id of ids.slice(0, OWN)) {
		await send('PUT', `/api/questions/${id}/follow`, { state: 'following' })
		await send('PUT', `/api/questions/${id}/read`, { commentId: null })
	}
}

async function signIn(url: string): Promise<string> {
	const first = await fetch(`${url}/api/csrf-token`)
	const { csrfToken } = (await first.json()) as { csrfToken: string }
	const jar = (answer: Response) =>
		answer.headers
			.getSetCookie()
			.map((cookie) => cookie.split(';')[0])
			.join('; ')
	const answer = await fetch(`${url}/api/login`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': csrfToken, Cookie: jar(first) },
		body: JSON.stringify(ADMIN),
	})
	if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
	return jar(answer)
}

/** Starts the built server on a prepared club and signs an admin in. */
export async function openClub(folder: string, file: string, settings: Record<string, string> = {}): Promise<Club> {
	const client = createClient({ url: `file:${file}` })
	const { rows } = await client.execute('select id from questions order by comment_count desc limit 1')
	// Questions from all over the club, each with a full page after it.
	const some = await client.execute('select id from questions where seq > 21 order by seq % 97 limit 500')
	const active = await client.execute(`select last_activity_at, seq from (select last_activity_at, seq from questions
		order by last_activity_at limit -1 offset 21) order by seq % 97 limit 500`)
	client.close()
	const ours = await startOurServer(folder, {
		DATABASE_URL: `file:${file}`,
		SEED_DEMO: 'false',
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
		...settings,
	})
	await waitUntilIdle(ours)
	const ids = [...rows, ...some.rows].map((row) => String(row.id))
	const cursors = active.rows.map((row): [number, number] => [Number(row.last_activity_at), Number(row.seq)])
	return { url: ours.url, file, cookie: await signIn(ours.url), ids, cursors, stop: ours.stop }
}

/** Measures a request in a large club against a limit: the best of three rounds, to exclude other load. */
export async function limitRow(
	what: string,
	club: Pick<Club, 'url' | 'cookie'>,
	path: (round: number) => string,
	most: number,
): Promise<Row> {
	await warmUp(club, path)
	let best = Number.POSITIVE_INFINITY
	for (let round = 0; round < 3; round++) best = Math.min(best, await p95(club, path))
	return { what, ours: Number(best.toFixed(2)), unit: 'ms', aim: `at most ${most} ms`, reached: best <= most }
}

/** Compares a request in a large club with the same request in a small one. */
export async function scaleRow(
	what: string,
	{ small, large }: { small: Club; large: Club },
	path: (club: Club) => (round: number) => string,
): Promise<Row> {
	// The best of three alternating rounds, to exclude other load.
	const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
	for (let round = 0; round < 3; round++) {
		best.small = Math.min(best.small, await p95(small, path(small)))
		best.large = Math.min(best.large, await p95(large, path(large)))
	}
	const ratio = Number((best.large / best.small).toFixed(2))
	return {
		what,
		ours: Number(best.large.toFixed(2)),
		unit: 'ms',
		against: { name: 'a club of 100', value: Number(best.small.toFixed(2)), ratio },
		aim: 'at most 1.5 times',
		reached: ratio <= 1.5,
	}
}

const some = <T>(list: readonly T[], round: number) => list[round % list.length] as T
const WORDS = ['retainer', 'letter', 'court', 'trust account', 'hearing billing', 'scanner calendar custody']

// Each returns no more rows than the small club has, so the response size does not affect the comparison.
const requests: readonly (readonly [string, (club: Club) => (round: number) => string])[] = [
	['list of questions', () => () => '/api/questions?limit=20'],
	[
		'list, deep page',
		(club) => (round) => `/api/questions?limit=20&cursor=${sealCursor([some(club.ids.slice(1), round)])}`,
	],
	['list by last activity', () => () => '/api/questions?limit=20&sort=activity'],
	[
		'list by last activity, in a category',
		() => (round) => `/api/questions?limit=5&sort=activity&category=k${round % 6}`,
	],
	[
		'list by last activity, deep page',
		(club) => (round) => `/api/questions?limit=20&sort=activity&cursor=${sealCursor(some(club.cursors, round))}`,
	],
	['category', () => (round) => `/api/questions?limit=5&category=k${round % 6}`],
	['category with its children', () => () => '/api/questions?limit=20&category=k6'],
	['search, common words', () => (round) => `/api/questions?limit=20&search=${encodeURIComponent(some(WORDS, round))}`],
	[
		'search, unfinished word',
		() => (round) => `/api/questions?limit=20&search=${some(['ret', 'hea', 'cust', 'set'], round)}`,
	],
	['search, rare word', () => () => '/api/questions?limit=20&search=escheat'],
	['search in a category', () => (round) => `/api/questions?limit=5&category=k${round % 6}&search=retainer`],
	// Each of these includes unread marks and counts of new comments.
	['unanswered', () => () => '/api/questions?limit=20&show=unanswered'],
	['unanswered in a category', () => (round) => `/api/questions?limit=5&show=unanswered&category=k${round % 6}`],
	['search in unanswered', () => () => '/api/questions?limit=20&show=unanswered&search=questions'],
	['own questions', () => () => '/api/questions?limit=20&show=mine'],
	['own questions in a category', () => (round) => `/api/questions?limit=5&show=mine&category=k${round % 6}`],
	['followed, with what is new', () => () => '/api/questions?limit=20&show=followed'],
	['search in followed', () => () => '/api/questions?limit=20&show=followed&search=retainer'],
	['unread', () => () => '/api/questions?limit=20&show=unread&sort=activity'],
	['question with what is new', (club) => (round) => `/api/questions/${some(club.ids.slice(1, OWN), round)}`],
	['question with its comments', (club) => (round) => `/api/questions/${some(club.ids.slice(1), round)}`],
	['question with most comments', (club) => () => `/api/questions/${club.ids[0]}`],
	['completion of a mention', () => (round) => `/api/questions/members?q=member${round % 10}`],
	['moderation', () => () => '/api/admin/posts?limit=30'],
]

const TITLES = [
	'What is a fair retainer for a custody hearing?',
	'Trust account, billing and a deadline in one letter',
	'Does anybody use an assistant for intake and scheduling?',
	'How do you bill a client who will not pay the invoice?',
]

/** Measures requests of the large club against limits. The last ones run after everything is read: the worst case. */
async function withinLimits(club: Club): Promise<Row[]> {
	const at = 'p95 at 100,000 questions and 1,000,000 comments'
	const rows = [
		await limitRow(`list by last activity, ${at}`, club, () => '/api/questions?limit=20&sort=activity', 15),
		await limitRow(
			`similar questions while typing, ${at}`,
			club,
			(round) => `/api/questions/similar?title=${encodeURIComponent(some(TITLES, round))}`,
			10,
		),
	]
	const unread = await (await fetch(`${club.url}/api/questions/unread`, { headers: { Cookie: club.cookie } })).json()
	await (await writer(club))('PUT', '/api/questions/read', { until: unread.until })
	for (const [what, path] of [
		['number of unread questions', '/api/questions/unread'],
		['unread questions', '/api/questions?limit=20&show=unread&sort=activity'],
	] as const)
		rows.push(await limitRow(`${what}, all read, ${at}`, club, () => path, 15))
	return rows
}

/** Compares a signed-in `GET /api/questions` with a bare `node:http` handler that runs the same SQL on the file. */
async function againstBare(club: Club): Promise<Row> {
	const path = '/api/questions?limit=20'
	const headers = { Cookie: club.cookie }
	const ours = load(club.url + path, headers)
	await club.stop()
	const port = await freePort()
	const url = `http://127.0.0.1:${port}`
	const bare = await startPinned(process.execPath, ['tests/bench/support/bare-questions.ts', club.file, String(port)], {
		url,
	})
	const theirs = load(url + path, headers)
	await bare.stop()
	return ratioRow('GET /api/questions, signed in', ours, 'bare node:http, same SQL', theirs, 0.5)
}

/**
 * Compares a forum of 100,000 members, 100,000 questions and 1,000,000 comments with a club of 100.
 * BENCH_CLUB names a prepared file; creating one takes minutes.
 */
export async function questionsAtScale(folder: string): Promise<Row[]> {
	const smallFile = makeClub(join(folder, 'small.db'), SMALL)
	const largeFile = process.env.BENCH_CLUB ?? makeClub(join(folder, 'large.db'), LARGE)
	const rows: Row[] = []
	const small = await openClub(folder, smallFile)
	const large = await openClub(folder, largeFile)
	try {
		for (const club of [small, large]) await addOwnActivity(club)
		for (const [what, path] of requests)
			rows.push(await scaleRow(`${what}, p95 at 100,000 questions and 1,000,000 comments`, { small, large }, path))
		rows.push(...(await withinLimits(large)), ...(await questionScreen(small)))
		rows.push(await againstBare(small))
	} finally {
		await small.stop()
		await large.stop()
	}
	return rows
}
