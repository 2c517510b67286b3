// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import { storeSyncedQueue } from '../../player/listening-storage.ts'
import { PlayerQueue } from '../../player/player-queue.ts'
import { episode } from '../../player/player-store.fixtures.ts'
import { syncWithServer } from './listening-server.ts'

const SAVE = 'PUT /api/user/queue'
const READ = 'GET /api/user/queue'
const LISTENING = 'GET /api/user/listening'

beforeEach(() => localStorage.clear())

const ids = (queue: PlayerQueue) => queue.$episodes.get().map(({ id }) => id)

const details = {
	'GET /api/podcast/episodes/b': () => ({
		...{ ...episode('b'), description: '', pubDate: null, slug: 'b', link: null, season: null, number: null },
		...{ type: 'full', notesHtml: null, audioBytes: null, audioType: null, people: [], chapters: [] },
		...{ highlights: [], hasTranscript: false, previous: null, next: null },
	}),
}

test('sends an added episode at once with the previous queue, and shows additions from another device', async () => {
	const sent: unknown[] = []
	const firstRead = held<unknown>()
	answerCalls({
		...details,
		[SAVE]: (body) => {
			sent.push(body)
			return [{ id: 'a' }, { id: 'b' }].map(({ id }) => ({ ...episode(id), slug: id }))
		},
		// The first read is still pending.
		[READ]: () => firstRead.until,
		[LISTENING]: () => [],
	})
	const queue = new PlayerQueue()
	syncWithServer('ruth', queue)
	queue.add(episode('a'))
	await vi.waitFor(() => expect(ids(queue)).toEqual(['a', 'b']))
	expect(sent).toEqual([{ ids: ['a'], known: [] }])
	firstRead.release([])
})

test('sends a change from the previous page that the server did not confirm', async () => {
	const sent: unknown[] = []
	const save = (body: unknown) => {
		sent.push(body)
		return [{ ...episode('c'), slug: 'c' }]
	}
	answerCalls({ [SAVE]: save, [LISTENING]: () => [] })
	storeSyncedQueue('ruth', ['a'])
	const queue = new PlayerQueue()
	queue.replace([episode('a'), episode('c')])
	syncWithServer('ruth', queue)
	await vi.waitFor(() => expect(ids(queue)).toEqual(['c']))
	expect(sent).toEqual([{ ids: ['a', 'c'], known: ['a'] }])
})
