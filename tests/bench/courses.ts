import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openDatabase } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { COURSES, fillCourses, idOf } from './support/data/courses.ts'
import { startOurServer } from './support/our-server.ts'
import { freePort, loadPair, pin, type Row, ratioRow, startPinned } from './support/tools.ts'

const ADMIN = { email: 'bench@example.com', password: 'a password for the bench' }
const ROUNDS = 10
/** Rendering and compression use both cores; later measurements pin the server to one core, as elsewhere. */
const BOTH_CORES = '0,1'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function signIn(url: string) {
	const cookies = new Map<string, string>()
	const send = async (path: string, method: string, body?: unknown) => {
		const answer = await fetch(url + path, {
			method,
			headers: {
				'Content-Type': 'application/json',
				Origin: url,
				Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '',
			},
			...(body ? { body: JSON.stringify(body) } : {}),
		})
		for (const line of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			cookies.set(name, value)
		}
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
		return answer
	}
	await send('/api/csrf-token', 'GET')
	await send('/api/login', 'POST', ADMIN)
	return send
}

const most = (times: number[]) => Math.round(Math.max(...times))
const row = (what: string, ours: number, unit: string, aim: string, most: number): Row => ({
	what,
	ours,
	unit,
	aim,
	reached: ours <= most,
})

/** Returns the CPU time of a process in milliseconds. Unlike wall time, it hardly depends on other load. */
function cpuTime(pid: number): number {
	const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
	const [user, system] = fields.join(') ').split(' ').slice(11, 13)
	// Clock ticks: 100 per second on every Linux that Node supports.
	return (Number(user) + Number(system)) * 10
}

/** Measures the milliseconds from an author's edit to the new title in the HTML, several times. */
async function publishOne(url: string, send: Awaited<ReturnType<typeof signIn>>): Promise<number[]> {
	const times: number[] = []
	const id = idOf(500)
	for (let round = 0; round < ROUNDS; round++) {
		const title = `Changed title ${round}`
		const started = performance.now()
		await send(`/api/courses/${id}`, 'PUT', { title })
		while (!(await (await fetch(`${url}/courses/${id}`)).text()).includes(title)) await pause(2)
		times.push(performance.now() - started)
	}
	return times
}

/**
 * Measures the milliseconds from saving the club's name until every course page and every other page shows it.
 * Waits for the oldest course, which is published last, then checks every page. Only stale pages add time: checking a
 * thousand pages would take seconds even if all are current.
 */
async function changeSettings(url: string, send: Awaited<ReturnType<typeof signIn>>): Promise<number> {
	const name = 'Bench of one thousand'
	const paths = [...Array.from({ length: COURSES }, (_, number) => `/courses/${idOf(number)}`), '/', '/courses']
	// Browsers accept Brotli. Without it the server would decompress every cached page.
	const headers = { 'Accept-Encoding': 'br' }
	const shows = async (path: string) => (await (await fetch(url + path, { headers })).text()).includes(name)
	const started = performance.now()
	let done = started
	await send('/api/admin/settings', 'PUT', { name })
	// Sequential: polling for missing pages would take CPU from the publisher.
	for (const path of paths) {
		if (path !== paths[0] && (await shows(path))) continue
		while (!(await shows(path))) await pause(50)
		done = performance.now()
	}
	return Math.round(done - started)
}

/** Compares `GET /api/courses` with a bare `node:http` handler that runs the same SQL on a copy of the file. */
async function againstBare(url: string, original: string): Promise<Row> {
	// The last writes stay in the WAL for up to two seconds.
	await pause(3_000)
	const file = `${original}.bare`
	copyFileSync(original, file)
	const port = await freePort()
	const address = `http://127.0.0.1:${port}/`
	const bare = await startPinned(process.execPath, ['tests/bench/support/bare-courses.ts', file, String(port)], {
		url: address,
	})
	const { ours, theirs } = loadPair(`${url}/api/courses`, address)
	await bare.stop()
	return ratioRow('GET /api/courses', ours, 'bare node:http, same SQL', theirs, 0.5)
}

/**
 * Changes one course while the server is down, then restarts the same build. The server checks this course last.
 * @returns milliseconds until its page is published, in wall time and in CPU time.
 */
async function restart(folder: string, file: string, settings: Record<string, string> & { DATA_DIR: string }) {
	const id = idOf(0)
	const title = 'Changed while nobody ran'
	const opened = await openDatabase({ url: `file:${file}` })
	await opened.db.update(courses).set({ title }).where(eq(courses.id, id))
	await opened.close()
	const page = join(settings.DATA_DIR, 'site', 'pages', 'courses', id, 'index.html')
	const again = await startOurServer(folder, settings, BOTH_CORES)
	const started = performance.now()
	const used = cpuTime(Number(again.child.pid))
	while (!readFileSync(page, 'utf8').includes(title)) await pause(20)
	const found = {
		time: Math.round(performance.now() - started),
		work: cpuTime(Number(again.child.pid)) - used,
	}
	await again.stop()
	return found
}

/** Measures the catalog's size and publish times with 1,000 courses of 20 modules. */
export async function courseScale(folder: string): Promise<Row[]> {
	const file = join(folder, 'courses', 'bench.db')
	await mkdir(join(folder, 'courses'), { recursive: true })
	await fillCourses(file)
	const settings = {
		DATABASE_URL: `file:${file}`,
		SEED_DEMO: 'false',
		// Without its development checks, React renders several times faster.
		NODE_ENV: 'production',
		SECRET_KEY: 'a secret of the benchmark, of no other use',
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
	}
	const ours = await startOurServer(folder, settings, BOTH_CORES)
	// In production the server only accepts the host of PUBLIC_URL.
	const url = ours.url.replace('127.0.0.1', 'localhost')
	try {
		const started = performance.now()
		const used = cpuTime(Number(ours.child.pid))
		const pages = join(ours.dataDir, 'site', 'pages', 'courses')
		const isPublished = (index: number) => existsSync(join(pages, idOf(index), 'index.html'))
		for (let index = 0; index < COURSES; index++) while (!isPublished(index)) await pause(20)
		const all = Math.round(performance.now() - started)
		const work = cpuTime(Number(ours.child.pid)) - used
		// The snapshot for the next build is written last. Wait for it, to keep it out of the next measurement.
		while (!existsSync(join(ours.dataDir, 'snapshot.json'))) await pause(50)
		const { pid = 0 } = ours.child
		pin(pid)
		const send = await signIn(url)
		const one = await publishOne(url, send)
		const answer = await fetch(`${url}/courses`, { headers: { 'Accept-Encoding': 'br' } })
		const size = Number(answer.headers.get('content-length'))
		// Lists that show the changed course are published after its page.
		await pause(1_000)
		const list: number[] = []
		for (let round = 0; round < 50; round++) {
			const before = performance.now()
			await (await fetch(`${url}/api/courses?limit=100`)).text()
			list.push(performance.now() - before)
		}
		list.sort((a, b) => a - b)
		pin(pid, BOTH_CORES)
		const settingsTime = await changeSettings(url, send)
		pin(pid)
		const bare = await againstBare(url, file)
		await ours.stop()
		const again = await restart(folder, file, { ...settings, DATA_DIR: ours.dataDir, PUBLIC_URL: url })
		return [
			row('/courses with 1,000 courses, brotli', size, 'bytes', 'at most 150 kB', 150_000),
			row(
				'all of 1,000 courses of 20 modules to static pages: first start, or a change of all',
				all,
				'ms, two cores',
				'at most 5 s',
				5_000,
			),
			row('the same, processor time', work, 'ms', 'at most 10 s', 10_000),
			row('the one course that changed before a start, to its page', again.time, 'ms, two cores', 'at most 2 s', 2_000),
			row('the same, processor time', again.work, 'ms', 'at most 2 s', 2_000),
			row('one course to raw HTML, of 1,000', most(one), 'ms, worst of 10', 'at most 200 ms', 200),
			row(
				'a change of the settings to the last of 1,000 courses',
				settingsTime,
				'ms, two cores',
				'at most 10 s',
				10_000,
			),
			row('GET /api/courses?limit=100 of 1,000', Math.round(list[47] ?? 0), 'ms, p95', 'at most 25 ms', 25),
			bare,
		]
	} finally {
		await ours.stop()
	}
}
