import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCountingProxy } from '#tests/support/servers/counting-proxy.ts'
import { ADMIN, type Browser, made, type SiteNode, signInAt } from '#tests/support/servers/site-node.ts'
import { hasSqld, type Sqld, startSqld } from '#tests/support/servers/sqld.ts'
import { startArguments } from '#tests/support/servers/start-command.ts'
import { freePort, type Row, startPinned } from './support/tools.ts'

const EDITS = 100
const UNPUBLISHED = 20
/** Idle time before round trips are counted, and how long they are counted, in milliseconds. */
const SETTLED_MS = 15_000
const IDLE_MS = 30_000

/** Starts the built server in production mode on a database server. */
async function startOne(folder: string, name: string, server: Pick<Sqld, 'url' | 'authToken'>) {
	const port = await freePort()
	const origin = `http://127.0.0.1:${port}`
	const started = await startPinned(process.execPath, startArguments, {
		url: `${origin}/readyz`,
		env: {
			NODE_ENV: 'production',
			LOG_LEVEL: 'warn',
			PORT: String(port),
			PUBLIC_URL: 'http://club.example',
			ALLOWED_HOSTS: `127.0.0.1:${port}`,
			SECRET_KEY: 'x'.repeat(32),
			DATA_DIR: join(folder, name),
			DATABASE_URL: server.url,
			DATABASE_AUTH_TOKEN: server.authToken,
			ADMIN_EMAIL: ADMIN.email,
			ADMIN_PASSWORD: ADMIN.password,
		},
	})
	return { ...started, origin }
}

type Node = Pick<SiteNode, 'origin'>

const text = async (node: Node, path: string) => (await fetch(node.origin + path)).text()
const call = (admin: Browser, node: Node, method: string, path: string, body?: object) =>
	admin.call(node as SiteNode, method, path, body)

async function addCourse(admin: Browser, one: Node, two: Node, title: string): Promise<string> {
	const course = { title, description: 'What it is about.', difficulty: 'beginner', isPublished: true }
	const { id } = await made(call(admin, one, 'POST', '/api/courses', course))
	while ((await fetch(`${two.origin}/courses/${id}`)).status !== 200) await pause(5)
	return id
}

/** Measures the 95th percentile, in milliseconds, from an edit's response on one node to the new page on the other. */
async function freshness(admin: Browser, one: Node, two: Node): Promise<Row> {
	const id = await addCourse(admin, one, two, 'Edited')
	const times: number[] = []
	for (let edit = 0; edit < EDITS; edit++) {
		const title = `Edited ${edit} times`
		const answer = await call(admin, one, 'PUT', `/api/courses/${id}`, { title })
		if (answer.status !== 200) throw new Error(`An edit was answered ${answer.status}`)
		const answered = performance.now()
		while (!(await text(two, `/courses/${id}`)).includes(title)) await pause(2)
		times.push(performance.now() - answered)
	}
	const p95 = Math.round(times.toSorted((a, b) => a - b)[Math.ceil(EDITS * 0.95) - 1] ?? 0)
	return {
		what: 'nodes: an edit to its bytes on the other node',
		ours: p95,
		unit: `ms, p95 of ${EDITS}`,
		aim: 'at most 300 ms',
		reached: p95 <= 300,
	}
}

/** Counts unpublished pages that a node still serves after the admin's response. */
async function stale(admin: Browser, one: Node, two: Node): Promise<Row> {
	let count = 0
	for (let course = 0; course < UNPUBLISHED; course++) {
		const id = await addCourse(admin, one, two, `Unpublished ${course}`)
		await call(admin, one, 'PUT', `/api/courses/${id}`, { isPublished: false })
		const answers = await Promise.all([one, two].map((node) => fetch(`${node.origin}/courses/${id}`)))
		count += answers.filter(({ status }) => status === 200).length
	}
	return {
		what: 'nodes: pages shown after their unpublish was answered',
		ours: count,
		unit: `of ${2 * UNPUBLISHED}`,
		aim: 'none',
		reached: count === 0,
	}
}

/** Runs two nodes of one site on a database server: measures how fast changes propagate, and the cost of idling. */
export async function nodes(folder: string): Promise<Row[]> {
	if (!hasSqld()) return []
	const server = await startSqld()
	const proxy = await startCountingProxy(server.url)
	try {
		const one = await startOne(folder, 'node-one', server)
		const two = await startOne(folder, 'node-two', { ...server, url: proxy.url })
		try {
			const admin = await signInAt(one as unknown as SiteNode)
			const rows = [await freshness(admin, one, two), await stale(admin, one, two)]
			await pause(SETTLED_MS)
			const before = proxy.requests
			await pause(IDLE_MS)
			const perPoll = ((proxy.requests - before) * 5_000) / IDLE_MS
			const what = 'nodes: an idle node asks its database server'
			rows.push({ what, ours: perPoll, unit: 'times in 5 s', aim: 'at most once', reached: perPoll <= 1 })
			return rows
		} finally {
			await Promise.all([one.stop(), two.stop()])
		}
	} finally {
		await proxy.stop()
		await server.stop()
	}
}
