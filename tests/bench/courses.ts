import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { startOurs } from './our-server.ts'
import { freePort, load, type Row, ratioRow, startPinned } from './tools.ts'

const COURSES = 1_000
const MODULES = 20
const ADMIN = { email: 'bench@example.com', password: 'a password for the bench' }
const ROUNDS = 10

const WORDS =
	'client fee call letter deadline court trust ledger ask write send name hour price scope week morning answer question calm file judge clerk draft bill honest plain first last careful promise'.split(
		' ',
	)

/** Text that compresses like text: the words are common, their order is not. */
function words(count: number, seed: number): string {
	let state = seed * 2_654_435_761 + 1
	return Array.from({ length: count }, () => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31
		return WORDS[state % WORDS.length]
	}).join(' ')
}

const number = (value: number) => String(value).padStart(4, '0')

function rowsOf(index: number) {
	const at = new Date(Date.UTC(2026, 0, 1) + index * 1000)
	const course = {
		id: `00bench-${number(index)}`,
		title: `Course ${index}: ${words(4, index)}`,
		description: words(25, index + 7),
		difficulty: (['beginner', 'intermediate', 'advanced'] as const)[index % 3] ?? 'beginner',
		imageUrl: null,
		isPublished: true,
		createdAt: at,
		updatedAt: at,
	}
	const list = Array.from({ length: MODULES }, (_, place) => ({
		id: `${course.id}-${place}`,
		courseId: course.id,
		title: `Module ${place}: ${words(3, index + place)}`,
		description: words(12, index + place),
		type: 'text',
		content: `<h3>${words(3, place)}</h3><p>${words(90, index * 31 + place)}</p><ul><li><strong>${words(8, place)}</strong></li></ul><p>${words(90, index + place)}</p>`,
		orderIndex: place,
		additionalContent: '{}',
		createdAt: at,
		updatedAt: at,
	}))
	return { course, list }
}

async function fill(file: string): Promise<void> {
	const opened = await openDatabase({ url: `file:${file}` })
	await migrateDatabase(opened)
	useDatabase(opened)
	for (let from = 0; from < COURSES; from += 50) {
		const rows = Array.from({ length: 50 }, (_, index) => rowsOf(from + index))
		await opened.db.batch([
			opened.db.insert(courses).values(rows.map(({ course }) => course)),
			opened.db.insert(modules).values(rows.flatMap(({ list }) => list)),
		])
	}
	useDatabase(undefined)
	await opened.close()
}

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

/** Milliseconds from an author's change to the new title in the raw HTML, several times. */
async function publishOne(url: string, send: Awaited<ReturnType<typeof signIn>>): Promise<number[]> {
	const times: number[] = []
	const id = `00bench-${number(500)}`
	for (let round = 0; round < ROUNDS; round++) {
		const title = `Changed title ${round}`
		const started = performance.now()
		await send(`/api/courses/${id}`, 'PUT', { title })
		while (!(await (await fetch(`${url}/courses/${id}`)).text()).includes(title)) await pause(2)
		times.push(performance.now() - started)
	}
	return times
}

/** `GET /api/courses` against a bare `node:http` handler that does the same SQL on the same file. */
async function againstBare(url: string, file: string, stop: () => Promise<unknown>): Promise<Row> {
	const ours = load(`${url}/api/courses`)
	await stop()
	const port = await freePort()
	const address = `http://127.0.0.1:${port}/`
	const bare = await startPinned(process.execPath, ['tests/bench/bare-courses.ts', file, String(port)], {
		url: address,
	})
	const theirs = load(address)
	await bare.stop()
	return ratioRow('GET /api/courses', ours, 'bare node:http, same SQL', theirs, 0.5)
}

/** 1,000 courses of 20 modules: how large the catalogue is, and how fast changes reach the public pages. */
export async function courseScale(folder: string): Promise<Row[]> {
	const file = join(folder, 'courses', 'bench.db')
	await mkdir(join(folder, 'courses'), { recursive: true })
	await fill(file)
	const ours = await startOurs(folder, {
		DATABASE_URL: `file:${file}`,
		SEED_DEMO: 'false',
		// React renders several times as fast without its development checks.
		NODE_ENV: 'production',
		SECRET_KEY: 'a secret of the benchmark, of no other use',
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
	})
	// In production the server answers for the name of PUBLIC_URL alone.
	const url = ours.url.replace('127.0.0.1', 'localhost')
	try {
		const started = performance.now()
		const pages = join(ours.dataDir, 'site', 'pages', 'courses')
		const published = () =>
			existsSync(pages) ? readdirSync(pages).filter((name) => name.startsWith('00bench')).length : 0
		while (published() < COURSES) await pause(20)
		const all = Math.round(performance.now() - started)
		// The snapshot for the next build is written after that; the measured change shall not wait for it.
		while (!existsSync(join(ours.dataDir, 'snapshot.json'))) await pause(50)
		const send = await signIn(url)
		const one = await publishOne(url, send)
		const answer = await fetch(`${url}/courses`, { headers: { 'Accept-Encoding': 'br' } })
		const size = Number(answer.headers.get('content-length'))
		const list: number[] = []
		for (let round = 0; round < 50; round++) {
			const before = performance.now()
			await (await fetch(`${url}/api/courses?limit=100`)).text()
			list.push(performance.now() - before)
		}
		list.sort((a, b) => a - b)
		return [
			row('/courses with 1,000 courses, brotli', size, 'bytes', 'at most 150 kB', 150_000),
			row('all of 1,000 courses of 20 modules to static pages', all, 'ms', 'at most 5 s', 5_000),
			row('one course to raw HTML, of 1,000', most(one), 'ms, worst of 10', 'at most 200 ms', 200),
			row('GET /api/courses?limit=100 of 1,000', Math.round(list[47] ?? 0), 'ms, p95', 'at most 25 ms', 25),
			await againstBare(url, file, ours.stop),
		]
	} finally {
		await ours.stop()
	}
}
