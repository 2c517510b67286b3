import { beforeEach, expect, it, vi } from 'vitest'
import { deleteDraftsOf } from '#src/lib/forms/draft-storage.ts'
import {
	mergePosition,
	readHandover,
	readPosition,
	readPreferences,
	readQueue,
	readStoredPositions,
	storeHandover,
	storePosition,
	storePreferences,
	storeQueue,
} from './listening-storage.ts'
import { episode } from './player-store.fixtures.ts'

/** Creates a storage like a browser's, whose keys are properties. */
function storage(): Storage {
	const values: Record<string, string> = {}
	return new Proxy(values, {
		get(_, name) {
			if (name === 'getItem') return (key: string) => values[key] ?? null
			if (name === 'setItem') return (key: string, text: string) => void Object.assign(values, { [key]: text })
			if (name === 'removeItem') return (key: string) => void Reflect.deleteProperty(values, key)
			return values[String(name)]
		},
	}) as unknown as Storage
}

const progress = (episodeId: string, position: number, finished = false) => ({
	episodeId,
	position,
	duration: 3600,
	finished,
})

beforeEach(() => {
	vi.stubGlobal('localStorage', storage())
	vi.stubGlobal('sessionStorage', storage())
})

it('keeps positions per user, and clears them at sign-out', () => {
	storePosition(null, progress('a', 100))
	storePosition('u9', progress('a', 200))
	expect([readPosition(null, 'a'), readPosition('u9', 'a'), readPosition('u2', 'a')]).toEqual([100, 200, undefined])
	storeQueue('u9', [episode('a')])
	expect(readQueue('u9')).toEqual([episode('a')])
	deleteDraftsOf('u9')
	expect([readPosition(null, 'a'), readPosition('u9', 'a')]).toEqual([100, undefined])
	expect(readQueue('u9')).toEqual([])
})

it('keeps the latest hundred positions, and starts a finished episode from the beginning', () => {
	for (let n = 0; n < 101; n++) storePosition(null, progress(`e${n}`, 50 + n), n)
	expect(readPosition(null, 'e0')).toBeUndefined()
	expect(readPosition(null, 'e1')).toBe(51)
	storePosition(null, progress('e1', 3600, true), 200)
	expect(readPosition(null, 'e1')).toBeUndefined()
	expect(readStoredPositions(null).e1).toMatchObject({ finished: true })
	expect(readPosition(null, 'e2')).toBe(52)
})

it('stores only newer positions from another device', () => {
	storePosition('u1', progress('a', 100), 1000)
	mergePosition('u1', progress('a', 50), 999)
	expect(readPosition('u1', 'a')).toBe(100)
	mergePosition('u1', progress('a', 300), 1001)
	mergePosition('u1', progress('b', 40), 5)
	expect([readPosition('u1', 'a'), readPosition('u1', 'b')]).toEqual([300, 40])
	mergePosition('u1', progress('a', 3600, true), 1002)
	expect(readPosition('u1', 'a')).toBeUndefined()
})

it('hands over to the same user only, until sign-out', () => {
	const handover = { episode: episode('a'), show: { title: 'The podcast', image: null }, position: 754 }
	storeHandover('u2', handover)
	expect(readHandover('u2')).toEqual(handover)
	expect(readHandover(null)).toBeUndefined()
	storeHandover('u2', undefined)
	expect(readHandover('u2')).toBeUndefined()
	storeHandover('u2', handover)
	deleteDraftsOf('u2')
	expect(readHandover('u2')).toBeUndefined()
	// The page is left after sign-out.
	storeHandover('u2', handover)
	storePosition('u2', progress('a', 200))
	expect([readHandover('u2'), readPosition('u2', 'a')]).toEqual([undefined, undefined])
})

it('defaults to normal speed and a queue that does not start automatically, and survives unreadable data', () => {
	expect(readPreferences()).toEqual({ rate: 1, keepPlaying: false })
	storePreferences({ rate: 1.5, keepPlaying: true })
	expect(readPreferences()).toEqual({ rate: 1.5, keepPlaying: true })
	for (const text of ['{', '7', '{"rate":"fast"}', '[{"id":1}]']) {
		for (const name of ['player', 'queue', 'listening']) localStorage.setItem(`second-chair:draft:${name}`, text)
		sessionStorage.setItem('second-chair:draft:playing', text)
		expect(readPreferences()).toEqual({ rate: 1, keepPlaying: false })
		expect([readQueue(null), readPosition(null, 'a'), readHandover(null)]).toEqual([[], undefined, undefined])
	}
})
