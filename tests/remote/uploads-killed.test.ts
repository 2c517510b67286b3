import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LARGE_PART } from '#src/features/media/contract.ts'
import { sampleVideo } from '#tests/support/media/media-samples.ts'
import { made, type SiteNode, signInAt, startNode } from '#tests/support/servers/site-node.ts'

// A node is killed during a video upload. Parts have the maximum size, so kills happen within a part.

const PARTS = 13
const video = sampleVideo({ bytes: PARTS * LARGE_PART - 5_000 })
const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let folder: string
let node: SiteNode
const start = () =>
	startNode({ DATA_DIR: join(folder, 'data'), DATABASE_URL: `file:${join(folder, 'data', 'club.db')}` })
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-uploads-'))
	mkdirSync(join(folder, 'data'))
	node = await start()
}, 120_000)
afterEach(async () => {
	await node.end('SIGKILL')
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface StartedUpload {
	id: string
	partSize: number
	parts: number
}

test('a video arrives intact even if the server is killed during the upload and the check', {
	timeout: 300_000,
}, async () => {
	const admin = await signInAt(node)
	const metadata = { name: 'Fees.mp4', size: video.length, type: 'video/mp4', purpose: 'video' }
	const announce = () => made<StartedUpload>(admin.call(node, 'POST', '/api/admin/media', metadata))
	const first = await announce()
	const { id, partSize, parts } = first
	expect([partSize, parts]).toEqual([LARGE_PART, PARTS])
	const bytesOf = (part: number) => video.subarray((part - 1) * partSize, part * partSize)
	const path = (part: number) => `/api/admin/media/${id}/parts/${part}`
	const uploadedParts = async () =>
		(await made<{ there: number[] }>(admin.call(node, 'GET', `/api/admin/media/${id}/parts`))).there
	const acknowledged = new Set<number>()
	for (let kills = 0; acknowledged.size < parts; kills++) {
		// Send some parts and half of another, then kill the server.
		const interrupted = Math.min(parts, acknowledged.size + 6)
		for (let part = 1; part < interrupted; part++) {
			if (acknowledged.has(part)) continue
			expect((await admin.call(node, 'PUT', path(part), bytesOf(part))).status).toBe(204)
			acknowledged.add(part)
		}
		let reportHalfSent: () => void = () => undefined
		const halfSent = new Promise<void>((resolve) => {
			reportHalfSent = resolve
		})
		const bytes = bytesOf(interrupted)
		const body = new ReadableStream({
			async start(controller) {
				controller.enqueue(bytes.subarray(0, bytes.length / 2))
				reportHalfSent()
			},
		})
		const upload = admin.call(node, 'PUT', path(interrupted), body).catch(() => undefined)
		await halfSent
		// The file of the part exists. The test cannot see how much of it is on the disk.
		await vi.waitFor(() => expect(readdirSync(join(folder, 'data', 'media', 'incoming', id))).toContain('data'))
		await node.end('SIGKILL')
		await upload
		node = await start()
		// As after a reload: announcing the video again resumes the upload.
		expect(await announce()).toEqual(first)
		expect(await uploadedParts()).toEqual([...acknowledged].toSorted((a, b) => a - b))
		if (interrupted === parts) {
			expect((await admin.call(node, 'PUT', path(interrupted), bytes)).status).toBe(204)
			acknowledged.add(interrupted)
		}
		expect(kills).toBeLessThan(parts)
	}
	// Kill the server during the check, then request the check again as the browser does.
	const complete = () => admin.call(node, 'POST', `/api/admin/media/${id}/complete`, { sha256: sum(video) })
	const check = complete().catch(() => undefined)
	await pause(30)
	await node.end('SIGKILL')
	await check
	node = await start()
	let answer = await complete()
	if (answer.status === 409) {
		// The file was stored, but not recorded in the database: send its parts again.
		for (let part = 1; part <= parts; part++)
			expect((await admin.call(node, 'PUT', path(part), bytesOf(part))).status).toBe(204)
		answer = await complete()
	}
	expect(answer.status).toBe(200)
	const { url } = (await answer.json()) as { url: string }
	const download = await node.get(url)
	expect(sum(new Uint8Array(await download.arrayBuffer()))).toBe(sum(video))
	// Only the stored file is left.
	const entries = readdirSync(join(folder, 'data', 'media'), { recursive: true, withFileTypes: true })
	expect(entries.filter((entry) => entry.isFile())).toHaveLength(1)
})
