import { beforeEach, expect, it, vi } from 'vitest'
import { forgetDraftsOf } from '#src/lib/forms/draft-storage.ts'
import {
	keepChoices,
	keepHandover,
	keepPosition,
	keepQueue,
	mergePosition,
	readChoices,
	readHandover,
	readPlaces,
	readPosition,
	readQueue,
} from './listening-storage.ts'
import { episode } from './player-store.fixtures.ts'

/** Creates a storage like a browser's, whose keys are properties. */
function storage(): Storage {
	const kept: Record<string, string> = {}
	return new Proxy(kept, {
		get(_, name) {
			if (name === 'getItem') return (key: string) => kept[key] ?? null
			if (name === 'setItem') return (key: string, text: string) => void Object.assign(kept, { [key]: text })
			if (name === 'removeItem') return (key: string) => void Reflect.deleteProperty(kept, key)
			return kept[String(name)]
		},
	}) as unknown as Storage
}

const heard = (episodeId: string, position: number, finished = false) => ({
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
	keepPosition(null, heard('a', 100))
	keepPosition('u9', heard('a', 200))
	expect([readPosition(null, 'a'), readPosition('u9', 'a'), readPosition('u2', 'a')]).toEqual([100, 200, undefined])
	keepQueue('u9', [episode('a')])
	expect(readQueue('u9')).toEqual([episode('a')])
	forgetDraftsOf('u9')
	expect([readPosition(null, 'a'), readPosition('u9', 'a')]).toEqual([100, undefined])
	expect(readQueue('u9')).toEqual([])
})

it('keeps the latest hundred positions, and starts a finished episode from the beginning', () => {
	for (let n = 0; n < 101; n++) keepPosition(null, heard(`e${n}`, 50 + n), n)
	expect(readPosition(null, 'e0')).toBeUndefined()
	expect(readPosition(null, 'e1')).toBe(51)
	keepPosition(null, heard('e1', 3600, true), 200)
	expect(readPosition(null, 'e1')).toBeUndefined()
	expect(readPlaces(null).e1).toMatchObject({ finished: true })
	expect(readPosition(null, 'e2')).toBe(52)
})

it('stores only newer positions from another device', () => {
	keepPosition('u1', heard('a', 100), 1000)
	mergePosition('u1', heard('a', 50), 999)
	expect(readPosition('u1', 'a')).toBe(100)
	mergePosition('u1', heard('a', 300), 1001)
	mergePosition('u1', heard('b', 40), 5)
	expect([readPosition('u1', 'a'), readPosition('u1', 'b')]).toEqual([300, 40])
	mergePosition('u1', heard('a', 3600, true), 1002)
	expect(readPosition('u1', 'a')).toBeUndefined()
})

it('hands over to the same user only, until sign-out', () => {
	const kept = { episode: episode('a'), show: { title: 'The podcast', image: null }, position: 754 }
	keepHandover('u2', kept)
	expect(readHandover('u2')).toEqual(kept)
	expect(readHandover(null)).toBeUndefined()
	keepHandover('u2', undefined)
	expect(readHandover('u2')).toBeUndefined()
	keepHandover('u2', kept)
	forgetDraftsOf('u2')
	expect(readHandover('u2')).toBeUndefined()
	// The page is left after sign-out.
	keepHandover('u2', kept)
	keepPosition('u2', heard('a', 200))
	expect([readHandover('u2'), readPosition('u2', 'a')]).toEqual([undefined, undefined])
})

it('defaults to normal speed and a queue that does not start automatically, and survives unreadable data', () => {
	expect(readChoices()).toEqual({ rate: 1, keepPlaying: false })
	keepChoices({ rate: 1.5, keepPlaying: true })
	expect(readChoices()).toEqual({ rate: 1.5, keepPlaying: true })
	for (const text of ['{', '7', '{"rate":"fast"}', '[{"id":1}]']) {
		for (const name of ['player', 'queue', 'listening']) localStorage.setItem(`second-chair:draft:${name}`, text)
		sessionStorage.setItem('second-chair:draft:playing', text)
		expect(readChoices()).toEqual({ rate: 1, keepPlaying: false })
		expect([readQueue(null), readPosition(null, 'a'), readHandover(null)]).toEqual([[], undefined, undefined])
	}
})
