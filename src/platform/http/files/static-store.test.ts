import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { FILE_CACHE_CONTROL, makeStaticFile, type Prepared, type StaticFile, StaticStore } from './static-store.ts'

const SIZE = 100
const ROOM_FOR = 3

let store: StaticStore
/** The pages on disk. */
let disk: Map<string, StaticFile>
const readAgain = vi.fn((path: string) => disk.get(path))
beforeEach(() => {
	store = new StaticStore(ROOM_FOR * SIZE)
	disk = new Map()
	readAgain.mockClear()
})

const page = (alsoAt?: string) =>
	makeStaticFile(randomBytes(SIZE), { contentType: 'text/html', cacheControl: FILE_CACHE_CONTROL, alsoAt })

function publish(path: string, file = page()): StaticFile {
	disk.set(path, file)
	store.put(path, file, readAgain)
	return file
}

/** Simulates a request, which builds the header lists of a page. */
function request(path: string): StaticFile | undefined {
	const file = store.get(path)
	if (file) file.prepared = {} as Prepared
	return file
}

const inMemory = () => store.paths().filter((path) => store.peek(path)?.readAgain === undefined)

test('keeps pages in memory up to the limit and reads the others from disk', () => {
	const all = ['/a', '/b', '/c', '/d', '/e'].map((path) => ({ path, file: publish(path) }))
	expect(inMemory()).toEqual(['/c', '/d', '/e'])
	expect(store.paths().toSorted()).toEqual(all.map(({ path }) => path))
	for (const { path, file } of all) expect(store.get(path)).toBe(file)
	expect(inMemory()).toHaveLength(ROOM_FOR)
	expect(readAgain.mock.calls.map(([path]) => path)).toEqual(['/a', '/b', '/c', '/d', '/e'])
})

test('keeps pages that were requested since the last eviction', () => {
	for (const path of ['/a', '/b', '/c']) publish(path)
	request('/a')
	publish('/d')
	expect(inMemory().toSorted()).toEqual(['/a', '/c', '/d'])
	request('/c')
	publish('/e')
	expect(inMemory().toSorted()).toEqual(['/c', '/d', '/e'])
	// A request protects a page from only one eviction.
	publish('/f')
	expect(inMemory().toSorted()).toEqual(['/c', '/e', '/f'])
	for (const path of ['/c', '/e', '/f']) request(path)
	publish('/g')
	expect(inMemory()).toHaveLength(ROOM_FOR)
	expect(inMemory()).toContain('/g')
})

test('keeps all files that are only in memory, and does not count them toward the limit', () => {
	for (const path of ['/a', '/b', '/c', '/d', '/e']) store.put(path, page())
	for (const path of ['/1', '/2', '/3']) publish(path)
	publish('/4')
	store.put('/2', page())
	publish('/5')
	expect(inMemory().toSorted()).toEqual(['/2', '/3', '/4', '/5', '/a', '/b', '/c', '/d', '/e'])
})

test('stops counting replaced and removed pages', () => {
	publish('/a')
	for (let time = 0; time < 10; time++) publish('/b')
	publish('/c')
	store.remove('/c')
	publish('/d')
	expect(readAgain).not.toHaveBeenCalled()
	expect(inMemory()).toEqual(['/a', '/b', '/d'])
})

test('an evicted page can be peeked at, replaced and removed like any other', () => {
	const before = publish('/a')
	for (const path of ['/b', '/c', '/d']) publish(path)
	expect(store.peek('/a')?.etag).toBe(before.etag)
	const after = publish('/a')
	expect(store.get('/a')).toBe(after)
	expect(store.peek('/b')?.readAgain).toBeDefined()
	store.remove('/b')
	expect([store.get('/b'), store.peek('/b')]).toEqual([undefined, undefined])
	expect(readAgain).not.toHaveBeenCalled()
})

test('a page larger than the limit is kept as the only page', () => {
	publish('/a')
	const large = makeStaticFile(randomBytes(ROOM_FOR * SIZE + 1), { contentType: 'text/html', cacheControl: '' })
	publish('/large', large)
	expect(inMemory()).toEqual(['/large'])
	publish('/b')
	expect(inMemory()).toEqual(['/b'])
})

test('returns undefined for a page that cannot be read, until it can be read again', () => {
	const file = publish('/a')
	for (const path of ['/b', '/c', '/d']) publish(path)
	disk.delete('/a')
	expect([store.get('/a'), store.peek('/a')?.etag]).toEqual([undefined, file.etag])
	disk.set('/a', file)
	expect(store.get('/a')).toBe(file)
})

test('a second path is evicted, read and changed with its page', () => {
	const file = publish('/courses/5', page('/courses/intake'))
	const fill = () => ['/b', '/c', '/d'].map((path) => publish(path))
	fill()
	expect(store.peek('/courses/intake')?.readAgain).toBeDefined()
	expect(store.get('/courses/intake')).toBe(file)
	expect(readAgain).toHaveBeenCalledWith('/courses/5')
	expect(store.peek('/courses/5')).toBe(file)
	fill()
	// The publisher has written a page with another second path to disk, but has not put it yet.
	const after = page('/courses/first-call')
	disk.set('/courses/5', after)
	expect(store.get('/courses/5')).toBe(after)
	expect([store.peek('/courses/intake'), store.peek('/courses/first-call')]).toEqual([undefined, after])
	fill()
	store.remove('/courses/5')
	expect([store.peek('/courses/5'), store.peek('/courses/first-call')]).toEqual([undefined, undefined])
})

test('a page stays at its path when another page with this second path is evicted', () => {
	const own = page()
	store.put('/courses/intake', own)
	publish('/courses/5', page('/courses/intake'))
	for (const path of ['/b', '/c', '/d']) publish(path)
	expect(store.get('/courses/intake')).toBe(own)
	store.get('/courses/5')
	expect(store.get('/courses/intake')).toBe(own)
})
