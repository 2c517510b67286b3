import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { makeStaticFile, PAGE_CACHE_CONTROL } from '#src/platform/http/files/static-store.ts'
import { HOST, homeHtml, sampleStore, startServer, wire } from './support.ts'

const get = wire('GET / HTTP/1.1', `Host: ${HOST}`, 'Accept-Encoding: br')
const close = wire('GET / HTTP/1.1', `Host: ${HOST}`, 'Accept-Encoding: br', 'Connection: close')
const DATE = /^Date: .*$/gm

/** Sends `text` on one connection and returns the raw response. */
async function bytesFor(port: number, text: string): Promise<string> {
	const socket = connect(port, '127.0.0.1')
	const parts: Buffer[] = []
	socket.on('data', (part: Buffer) => parts.push(part)).write(text)
	await once(socket, 'close')
	return Buffer.concat(parts).toString('latin1')
}

/** Splits the data of a connection into responses. */
const answersOf = (all: string) => all.split(/(?=HTTP\/1\.1 \d{3} )/)

/** Freezes the clock within one second. */
const stopClock = (at: number) => vi.spyOn(Date, 'now').mockReturnValue(at)

describe('a file requested again within a second', () => {
	it('has the same bytes each time, sequentially on one connection', async () => {
		stopClock(1_000_000)
		const { port } = await startServer()
		const answers = answersOf(await bytesFor(port, get.repeat(5) + close))
		expect(answers).toHaveLength(6)
		const [first, ...others] = answers.map((answer) => answer.replace(DATE, 'Date: now'))
		expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nContent-Security-Policy: .*\r\nConnection: keep-alive\r\n/s)
		for (const other of others.slice(0, 4)) expect(other).toBe(first)
		const [, body = ''] = /\r\n\r\n(.*)$/s.exec(first ?? '') ?? []
		expect(brotliDecompressSync(Buffer.from(body, 'latin1'))).toEqual(homeHtml)
		expect(others[4]).toContain('\r\nConnection: close\r\n')
	})

	it('reaches all concurrent clients, even if one has disconnected', async () => {
		stopClock(1_500_000)
		const { port } = await startServer()
		const [one = ''] = answersOf(await bytesFor(port, get.repeat(3) + close))
		const disconnected = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
		await Promise.all(disconnected.map((socket) => once(socket, 'connect')))
		for (const socket of disconnected) socket.write(get, () => socket.resetAndDestroy())
		const all = await Promise.all(Array.from({ length: 20 }, () => bytesFor(port, get.repeat(2) + close)))
		for (const bytes of all) {
			const answers = answersOf(bytes)
			expect(answers).toHaveLength(3)
			expect(answers[0]).toBe(one)
			expect(answers[1]).toBe(one)
		}
	})

	it('keeps its order among other responses of its connection', async () => {
		stopClock(1_700_000)
		const { port } = await startServer()
		await bytesFor(port, get.repeat(3) + close)
		const other = wire('GET /nowhere HTTP/1.1', `Host: ${HOST}`)
		const answers = answersOf(await bytesFor(port, get + other + get + other + get + close))
		expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '404', '200', '404', '200', '200'])
	})

	it('arrives even if invalid data follows the request', async () => {
		stopClock(1_800_000)
		const { port } = await startServer()
		const [one] = answersOf(await bytesFor(port, get.repeat(3) + close))
		expect(answersOf(await bytesFor(port, `${get}no request at all\r\n\r\n`))[0]).toBe(one)
	})

	it('is written by Node twice, then once per second', async () => {
		const clock = stopClock(2_000_000)
		const { ask, server } = await startServer()
		let heads = 0
		server.prependListener('request', (_, res) => {
			const writeHead = res.writeHead
			res.writeHead = (...args: unknown[]) => {
				heads++
				return Reflect.apply(writeHead, res, args)
			}
		})
		const keep = { headers: { connection: 'keep-alive' } }
		for (let time = 0; time < 5; time++) expect((await ask('/', keep)).text).toBe(homeHtml.toString())
		expect(heads).toBe(2)
		clock.mockReturnValue(2_001_000)
		for (let time = 0; time < 5; time++) await ask('/', keep)
		expect(heads).toBe(4)
	})

	it('has its own headers for HEAD, HTTP/1.0 and Connection: close', async () => {
		stopClock(3_000_000)
		const { ask, port } = await startServer()
		await bytesFor(port, get.repeat(3) + close)
		const head = await ask('/', { method: 'HEAD' })
		expect(head.body.length).toBe(0)
		expect(head.headers['content-length']).toBe(String(homeHtml.length))
		expect(await bytesFor(port, close)).toContain('\r\nConnection: close\r\n')
		const old = await bytesFor(port, wire('GET / HTTP/1.0', `Host: ${HOST}`, 'Accept-Encoding: br'))
		expect(old).toContain('\r\nConnection: close\r\n')
	})

	it('still checks the host, honors ETags and detects a replacement', async () => {
		stopClock(4_000_000)
		const store = sampleStore()
		const { ask } = await startServer({ store })
		const keep = { connection: 'keep-alive' }
		const [first] = [await ask('/', { headers: keep }), await ask('/', { headers: keep })]
		await ask('/', { headers: keep })
		expect((await ask('/', { headers: { ...keep, host: 'evil.example' } })).status).toBe(421)
		expect((await ask('/', { headers: { ...keep, 'if-none-match': first?.headers.etag ?? '' } })).status).toBe(304)
		const options = { contentType: 'text/html; charset=utf-8', cacheControl: PAGE_CACHE_CONTROL }
		store.put('/', makeStaticFile(Buffer.from('new'), options))
		expect((await ask('/', { headers: keep })).text).toBe('new')
	})

	it.each([1_000, 14_000, 15_500, 40_000])('arrives byte for byte with %i bytes', async (size) => {
		stopClock(5_000_000)
		const { port, store } = await startServer()
		const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7) % 256))
		store.put('/bytes', makeStaticFile(bytes, { contentType: 'image/png', cacheControl: PAGE_CACHE_CONTROL }))
		const line = wire('GET /bytes HTTP/1.1', `Host: ${HOST}`)
		const last = wire('GET /bytes HTTP/1.1', `Host: ${HOST}`, 'Connection: close')
		const all = await bytesFor(port, line.repeat(4) + last)
		expect(all.split(bytes.toString('latin1'))).toHaveLength(6)
	})
})
