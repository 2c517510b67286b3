import { beforeEach, expect, it, vi } from 'vitest'
import { PlayerQueue, QUEUE_LENGTH } from './player-queue.ts'
import { episode } from './player-store.fixtures.ts'

let queue: PlayerQueue
const ids = () => queue.$episodes.get().map(({ id }) => id)

beforeEach(() => {
	queue = new PlayerQueue()
	for (const id of ['a', 'b', 'c']) queue.add(episode(id))
})

it('contains each episode once', () => {
	expect(queue.add(episode('b'))).toBe('duplicate')
	expect(ids()).toEqual(['a', 'b', 'c'])
})

it('contains fifty at most, including stored ones', () => {
	for (let n = 3; n < QUEUE_LENGTH; n++) expect(queue.add(episode(`e${n}`))).toBe('added')
	expect(queue.add(episode('more'))).toBe('full')
	expect(ids()).toHaveLength(50)
	queue.replace([...Array(60).keys()].map((n) => episode(`k${n % 55}`)))
	expect(ids()).toHaveLength(50)
	expect(new Set(ids()).size).toBe(50)
})

it('reorders within its bounds', () => {
	queue.move('c', 0)
	expect(ids()).toEqual(['c', 'a', 'b'])
	queue.move('c', 99)
	expect(ids()).toEqual(['a', 'b', 'c'])
	queue.move('b', -4)
	expect(ids()).toEqual(['b', 'a', 'c'])
})

it('emits nothing when nothing changes', () => {
	const listener = vi.fn()
	queue.$episodes.listen(listener)
	queue.move('a', 0)
	queue.move('none', 1)
	queue.remove('none')
	expect(listener).not.toHaveBeenCalled()
	queue.clear()
	queue.clear()
	expect(listener).toHaveBeenCalledTimes(1)
})

it('returns the next episode other than the one that ended', () => {
	expect(queue.shift('a')?.id).toBe('b')
	expect(ids()).toEqual(['c'])
	expect(queue.shift('z')?.id).toBe('c')
	expect(queue.shift('z')).toBeUndefined()
})
