// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import { isQueueUnsent, keepUnsent } from '../../player/listening-storage.ts'
import { PlayerQueue } from '../../player/player-queue.ts'
import { episode } from '../../player/player-store.fixtures.ts'
import { followServer } from './listening-server.ts'

const SAVE = 'PUT /api/user/queue'
const READ = 'GET /api/user/queue'
const LISTENING = 'GET /api/user/listening'

beforeEach(() => localStorage.clear())

const ids = (queue: PlayerQueue) => queue.$episodes.get().map(({ id }) => id)

test('sends an added episode at once, and keeps it when the next page reads an older queue', async () => {
	const sent: unknown[] = []
	const { until, letGo } = held<unknown>()
	const save = (body: unknown) => {
		sent.push(body)
		return until
	}
	answerCalls({ [SAVE]: save, [READ]: () => [], [LISTENING]: () => [] })
	const queue = new PlayerQueue()
	followServer('ruth', queue)
	queue.add(episode('a'))
	await vi.waitFor(() => expect(sent).toEqual([{ ids: ['a'] }]), { timeout: 500 })
	// The page is left before the server answers.
	const made = answerCalls({ [SAVE]: save, [READ]: () => [], [LISTENING]: () => [] })
	const next = new PlayerQueue()
	next.take([episode('a')])
	followServer('ruth', next)
	await vi.waitFor(() => expect(made).toContain(READ))
	await new Promise((resolve) => setTimeout(resolve, 50))
	expect(ids(next)).toEqual(['a'])
	expect(ids(queue)).toEqual(['a'])
	letGo([])
})

test('leaves the queue to other devices once an unconfirmed change is an hour old', () => {
	const now = Date.now()
	keepUnsent('ruth', true, now)
	expect(isQueueUnsent('ruth', now + 59 * 60_000)).toBe(true)
	expect(isQueueUnsent('ruth', now + 61 * 60_000)).toBe(false)
	keepUnsent('ruth', false)
	expect(isQueueUnsent('ruth', now)).toBe(false)
})
