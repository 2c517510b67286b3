import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { demoAccounts, demoPassword } from '#db/seed/accounts.ts'
import { CSRF_HEADER } from '#src/lib/csrf.ts'
import { sampleFilm } from '#tests/support/media-samples.ts'
import { startOurs } from './our-server.ts'
import type { Row } from './tools.ts'

/** Length of the film, in megabytes: BENCH_MEDIA_MB for a short try. */
const MEGABYTES = Number(process.env.BENCH_MEDIA_MB ?? 1_000)
const RANGES = 200

const memoryOf = (pid: number) =>
	Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Somebody signed in, and how they call. */
async function signIn(url: string, origin: string) {
	const cookies = new Map<string, string>()
	const send = async (path: string, method: string, body?: unknown) => {
		const isBytes = body instanceof Uint8Array
		const answer = await fetch(url + path, {
			method,
			headers: {
				cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				origin,
				[CSRF_HEADER]: cookies.get('XSRF-TOKEN') ?? '',
				'Content-Type': isBytes ? 'application/octet-stream' : 'application/json',
			},
			...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
		})
		for (const line of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			cookies.set(name, value)
		}
		const text = await answer.text()
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
		return text === '' ? undefined : (JSON.parse(text) as Record<string, never>)
	}
	await send('/api/csrf-token', 'GET')
	await send('/api/login', 'POST', { email: demoAccounts.admin.email, password: demoPassword })
	await send('/api/csrf-token', 'GET')
	return send
}

/** A long film in parts: how fast it comes in, what that costs in memory, and how soon a part of it is sent. */
export async function media(folder: string): Promise<Row[]> {
	const ours = await startOurs(folder, { SEED_DEMO: 'true' }, '0,1')
	try {
		const port = new URL(ours.url).port
		const send = await signIn(ours.url, `http://localhost:${port}`)
		const film = sampleFilm({ bytes: 1_000_000 })
		const size = MEGABYTES * 1_000_000
		// After its own beginning it is whatever stands there: players are not asked.
		const filler = Buffer.alloc(4 * 1024 * 1024, 7)
		const begun = await send('/api/admin/media', 'POST', {
			name: 'long.mp4',
			size,
			type: 'video/mp4',
			purpose: 'video',
		})
		const { id, partSize, parts } = begun as unknown as { id: string; partSize: number; parts: number }
		const before = memoryOf(ours.child.pid as number)
		let most = before
		const hash = createHash('sha256')
		const began = performance.now()
		for (let part = 1; part <= parts; part++) {
			const length = Math.min(partSize, size - (part - 1) * partSize)
			const bytes = filler.subarray(0, length)
			const content = part === 1 ? Buffer.concat([film, bytes.subarray(film.length)]) : bytes
			hash.update(content)
			await send(`/api/admin/media/${id}/parts/${part}`, 'PUT', content)
			most = Math.max(most, memoryOf(ours.child.pid as number))
		}
		const item = await send(`/api/admin/media/${id}/complete`, 'POST', { sha256: hash.digest('hex') })
		const seconds = (performance.now() - began) / 1_000
		most = Math.max(most, memoryOf(ours.child.pid as number))
		const { url } = item as unknown as { url: string }
		const times: number[] = []
		for (let at = 0; at < RANGES; at++) {
			const start = Math.floor((size - 70_000) * ((at * 0.618) % 1))
			const asked = performance.now()
			const answer = await fetch(ours.url + url, { headers: { range: `bytes=${start}-${start + 65_535}` } })
			await answer.arrayBuffer()
			if (answer.status !== 206) throw new Error(`A part was answered with ${answer.status}`)
			times.push(performance.now() - asked)
		}
		const p95 = times.toSorted((a, b) => a - b)[Math.floor(RANGES * 0.95)] ?? 0
		const speed = MEGABYTES / seconds
		const growth = Math.round(most - before)
		return [
			{
				what: `upload of ${MEGABYTES} MB in parts, looked at and stored`,
				...{ ours: Math.round(speed), unit: 'MB/s', aim: 'at least 100', reached: speed >= 100 },
			},
			{
				what: 'memory that the upload takes at most',
				...{ ours: growth, unit: 'MB', aim: 'at most 50', reached: growth <= 50 },
			},
			{
				what: '64 kB out of the middle of it, 95 of 100',
				...{ ours: Math.round(p95 * 10) / 10, unit: 'ms', aim: 'at most 20', reached: p95 <= 20 },
			},
		]
	} finally {
		await ours.stop()
	}
}
