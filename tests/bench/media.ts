import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { MAX_CONCURRENT_PARTS } from '#src/features/media/contract.ts'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { sampleVideo } from '#tests/support/media/media-samples.ts'
import { startOurServer } from './support/our-server.ts'
import type { Row } from './support/tools.ts'

/** Size of the video in megabytes. Set BENCH_MEDIA_MB for a shorter run. */
const MEGABYTES = Number(process.env.BENCH_MEDIA_MB ?? 1_000)
const RANGES = 200
/** Megabytes written first to measure the disk. */
const DISK_MEGABYTES = 400

const memoryOf = (pid: number) =>
	Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Measures the disk's write speed in MB/s. On a slow disk, uploads are compared with it. */
function diskSpeed(folder: string): number {
	const piece = Buffer.alloc(4_000_000, 7)
	const file = join(folder, 'disk')
	const startedAt = performance.now()
	const open = openSync(file, 'w')
	for (let at = 0; at < DISK_MEGABYTES / 4; at++) writeSync(open, piece)
	fsyncSync(open)
	const seconds = (performance.now() - startedAt) / 1_000
	closeSync(open)
	rmSync(file)
	return DISK_MEGABYTES / seconds
}

/** Signs in and returns a function that sends requests. */
async function signIn(url: string, origin: string, agent: Agent) {
	const cookies = new Map<string, string>()
	const headers = (type: string) => ({
		cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
		origin,
		[CSRF_HEADER]: cookies.get('XSRF-TOKEN') ?? '',
		'Content-Type': type,
	})
	const send = async (path: string, method: string, body?: unknown) => {
		const json = body === undefined ? {} : { body: JSON.stringify(body) }
		const answer = await fetch(url + path, { method, headers: headers('application/json'), ...json })
		for (const line of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			cookies.set(name, value)
		}
		const text = await answer.text()
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
		return text === '' ? undefined : (JSON.parse(text) as Record<string, never>)
	}
	/** Sends a part without `fetch`, whose copies of the body would be measured too. */
	const sendPart = async (path: string, content: Uint8Array) => {
		const sending = request(url + path, {
			method: 'PUT',
			headers: { ...headers('application/octet-stream'), 'Content-Length': content.length },
			agent,
		}).end(content)
		const [answer] = (await once(sending, 'response')) as [IncomingMessage]
		await answer.resume().toArray()
		if (answer.statusCode !== 204) throw new Error(`PUT ${path}: ${answer.statusCode}`)
	}
	await send('/api/csrf-token', 'GET')
	await send('/api/login', 'POST', { email: demoAccounts.admin.email, password: demoPassword })
	await send('/api/csrf-token', 'GET')
	return { send, sendPart }
}

/** Uploads a long video in parts: measures throughput, memory and the time to send a range of it. */
export async function media(folder: string): Promise<Row[]> {
	const disk = diskSpeed(folder)
	const ours = await startOurServer(folder, { SEED_DEMO: 'true' }, '0,1')
	try {
		const agent = new Agent({ keepAlive: true })
		const port = new URL(ours.url).port
		const { send, sendPart } = await signIn(ours.url, `http://localhost:${port}`, agent)
		const video = sampleVideo({ bytes: 1_000_000 })
		const size = MEGABYTES * 1_000_000
		// Only the file header is real. Its last box, `mdat`, is resized to reach the end of the file. Nothing plays it.
		const pictures = video.indexOf('mdat') - 4
		video.writeUInt32BE(size - pictures, pictures)
		const filler = Buffer.alloc(4 * 1024 * 1024, 7)
		const upload = await send('/api/admin/media', 'POST', {
			name: 'long.mp4',
			size,
			type: 'video/mp4',
			purpose: 'video',
		})
		const { id, partSize, parts } = upload as unknown as { id: string; partSize: number; parts: number }
		const before = memoryOf(ours.child.pid as number)
		let most = before
		const hash = createHash('sha256')
		const startedAt = performance.now()
		const sending = new Set<Promise<void>>()
		// Send parts as the browser does: in order, several at a time.
		for (let part = 1; part <= parts; part++) {
			const length = Math.min(partSize, size - (part - 1) * partSize)
			const bytes = filler.subarray(0, length)
			const content = part === 1 ? Buffer.concat([video, bytes.subarray(video.length)]) : bytes
			hash.update(content)
			const one = sendPart(`/api/admin/media/${id}/parts/${part}`, content).then(() => {
				sending.delete(one)
				most = Math.max(most, memoryOf(ours.child.pid as number))
			})
			sending.add(one)
			if (sending.size >= MAX_CONCURRENT_PARTS) await Promise.race(sending)
		}
		await Promise.all(sending)
		const item = await send(`/api/admin/media/${id}/complete`, 'POST', { sha256: hash.digest('hex') })
		const seconds = (performance.now() - startedAt) / 1_000
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
		const aim = Math.round(Math.min(100, disk / 2))
		const growth = Math.round(most - before)
		return [
			{
				what: `upload of ${MEGABYTES} MB in parts, looked at and stored`,
				...{ ours: Math.round(speed), unit: 'MB/s', aim: `at least ${aim}`, reached: speed >= aim },
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
