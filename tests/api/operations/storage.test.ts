import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderStorage } from '#src/platform/storage/folder.ts'
import { type S3Options, s3Storage } from '#src/platform/storage/s3.ts'
import { AlreadyStoredError, NotStoredError, type Storage, StorageError } from '#src/platform/storage/storage.ts'
import { type S3Server, startS3 } from '#tests/support/servers/s3-server.ts'

let folder: string
let server: S3Server
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-storage-'))
	server = await startS3()
})
afterEach(async () => {
	await server.stop()
	rmSync(folder, { recursive: true, force: true })
})

const bucket = (overrides: Partial<S3Options> = {}) =>
	s3Storage({ ...server, prefix: 'a club/backups', pausesMs: [1, 1, 1], ...overrides })
const kinds: Array<[string, () => Storage]> = [
	['a folder', () => folderStorage(join(folder, 'stored'))],
	['a bucket', () => bucket()],
	['a whole bucket', () => bucket({ prefix: '' })],
]

const source = (text: string | Buffer) => {
	const file = join(folder, 'source')
	writeFileSync(file, text)
	return file
}

describe.each(kinds)('%s', (_, open) => {
	test('returns stored files, lists them by prefix and deletes them', async () => {
		const storage = open()
		expect(await storage.list()).toEqual([])
		const bytes = Buffer.from(Array.from({ length: 300_000 }, (_each, index) => (index * 7) % 256))
		const names = ['one.db.gz', "o'dd (na+me) & <co>.json", 'one.json', 'other', 'empty']
		for (const name of names) await storage.put(name, source(name === 'empty' ? '' : bytes))
		expect((await storage.list()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
		expect((await storage.list('one')).map((each) => [each.name, each.bytes]).toSorted()).toEqual([
			['one.db.gz', 300_000],
			['one.json', 300_000],
		])
		for (const { at } of await storage.list()) expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000)
		for (const name of names) {
			const target = join(folder, 'back')
			await storage.get(name, target)
			expect(readFileSync(target)).toEqual(name === 'empty' ? Buffer.alloc(0) : bytes)
			expect(statSync(target).mode & 0o777).toBe(0o600)
			rmSync(target)
		}
		await storage.remove('one.json')
		await storage.remove('one.json')
		expect(await storage.list('one')).toHaveLength(1)
	})

	test('never overwrites a file, and reports a missing one', async () => {
		const storage = open()
		await storage.put('name', source('first'))
		await expect(storage.put('name', source('second'))).rejects.toBeInstanceOf(AlreadyStoredError)
		await storage.get('name', join(folder, 'back'))
		expect(readFileSync(join(folder, 'back'), 'utf8')).toBe('first')
		await expect(storage.get('none', join(folder, 'none'))).rejects.toBeInstanceOf(NotStoredError)
		expect(existsSync(join(folder, 'none'))).toBe(false)
	})
})

test("a folder's files are accessible only to their owner, and never partial", async () => {
	const place = join(folder, 'deep', 'stored')
	const storage = folderStorage(place)
	const abort = AbortSignal.abort()
	await expect(storage.put('cut-off', source('text'), { signal: abort })).rejects.toThrow()
	await storage.put('whole', source('text'))
	expect(readdirSync(place)).toEqual(['whole'])
	expect(statSync(place).mode & 0o777).toBe(0o700)
	expect(statSync(join(place, 'whole')).mode & 0o777).toBe(0o600)
	// A killed process leaves such a file.
	writeFileSync(join(place, 'killed.partial'), 'half')
	expect((await storage.list()).map(({ name }) => name)).toEqual(['whole'])
})

test('an invalid folder is reported in one sentence', async () => {
	const storage = folderStorage(join(source('a file'), 'below'))
	await expect(storage.put('name', source('a file'))).rejects.toThrow(
		/^The folder .* cannot be used: a part of that path is a file\.$/,
	)
})

describe('a bucket', () => {
	const put = (storage: Storage) => storage.put('name', source('text'))
	const unavailable = 503

	test.each([
		['a wrong secret', { secretAccessKey: 'wrong' }, 'it does not accept S3_SECRET_ACCESS_KEY (SignatureDoesNotMatch)'],
		['an unknown key', { accessKeyId: 'WRONG' }, 'it does not know S3_ACCESS_KEY_ID (InvalidAccessKeyId)'],
		['another region', { region: 'us-east-1' }, 'S3_REGION is not its region (AuthorizationHeaderMalformed)'],
		['no such bucket', { bucket: 'none' }, 'there is no such bucket (NoSuchBucket)'],
	])('reports wrong settings after one attempt: %s', async (_, other, sentence) => {
		const storage = bucket(other)
		for (const operation of [() => put(storage), () => storage.list(), () => storage.get('name', join(folder, 'back'))])
			await expect(operation()).rejects.toThrow(sentence)
		expect(server.objects.size).toBe(0)
	})

	test('that is busy is retried, and fails after the last attempt', async () => {
		const busy = (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
			response.writeHead(unavailable).end()
		server.surprises.push(busy, busy, undefined)
		await put(bucket())
		expect(server.objects.size).toBe(1)
		server.surprises.push(busy, busy, busy, busy)
		const error = await bucket()
			.list()
			.catch((thrown: unknown) => thrown)
		expect(error).toBeInstanceOf(StorageError)
		expect(error).toMatchObject({
			isRetryable: true,
			message: expect.stringContaining('busy or out of order (HTTP 503)'),
		})
	})

	test('that disconnects during a response or a request is retried', async () => {
		await put(bucket())
		server.surprises.push((_, response) => {
			response.writeHead(200, { 'content-length': '4' }).write('te')
			setImmediate(() => response.destroy())
		})
		await bucket().get('name', join(folder, 'back'))
		expect(readFileSync(join(folder, 'back'), 'utf8')).toBe('text')
		server.surprises.push((request) => void request.once('data', () => request.destroy()))
		await bucket().put('large', source(Buffer.alloc(3_000_000, 1)))
		expect([...server.objects.values()].at(-1)?.body.length).toBe(3_000_000)
	})

	test('recognizes our object if the success response was lost, but no other object of that name', async () => {
		const body = Buffer.from('text')
		server.surprises.push(async (request, response) => {
			await buffer(request)
			const sum = createHash('sha256').update(body).digest('hex')
			server.objects.set('a club/backups/name', { body, sum, at: new Date() })
			response.destroy()
		})
		await put(bucket())
		server.surprises.push((_, response) => void response.destroy())
		server.objects.set('a club/backups/other', { body, sum: 'of another', at: new Date() })
		await expect(bucket().put('other', source('text'))).rejects.toBeInstanceOf(AlreadyStoredError)
	})

	test('that does not respond times out, and a stop does not wait for it', async () => {
		server.surprises.push(...Array.from({ length: 4 }, () => () => undefined))
		await expect(bucket({ silenceMs: 50 }).list()).rejects.toThrow('does not answer, or closed the connection')
		const stop = new AbortController()
		server.surprises.push(() => stop.abort())
		await expect(bucket().list('', stop.signal)).rejects.toThrow('aborted')
	})

	test('that returns other content is detected', async () => {
		await put(bucket())
		for (const object of server.objects.values()) object.body = Buffer.from('tExt')
		await expect(bucket().get('name', join(folder, 'back'))).rejects.toThrow('its SHA-256 differs')
	})
})
