import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasNext, hasPrevious, initialPlayerState, selectedEpisode, withPodcast } from './player-state.ts'
import { episode, FakeAudio, podcast } from './player-store.fixtures.ts'
import { Player, POSITION_REFRESH_MS } from './player-store.ts'

let audio: FakeAudio
let created: number
let player: Player
const state = () => player.$state.get()

beforeEach(() => {
	vi.useFakeTimers()
	created = 0
	audio = new FakeAudio()
	player = new Player(() => {
		created++
		return audio
	})
})

afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
})

/** Plays the first episode, 100 s long, from a position. */
function startPlaying(at = 0): void {
	player.load(podcast)
	player.play()
	audio.arrive(100)
	audio.currentTime = at
}

describe('selection', () => {
	it('selects the first episode by default without loading audio', () => {
		player.load(podcast)
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused', position: 0, duration: 100 })
		expect(created).toBe(0)
	})

	it('selects nothing if there are no episodes', () => {
		player.load({ ...podcast, episodes: [] })
		expect(selectedEpisode(state())).toBeNull()
		player.play()
		player.next()
		player.seek(3)
		expect(state()).toMatchObject({ episodeId: null, status: 'paused', position: 0 })
		expect(created).toBe(0)
	})

	it('has the same state on the server as in the browser', () => {
		player.load(podcast)
		expect(withPodcast(initialPlayerState, podcast)).toEqual(state())
	})

	it('plays an episode chosen from the list', () => {
		player.load(podcast)
		player.choose('b')
		expect(state()).toMatchObject({ episodeId: 'b', status: 'loading', position: 0, duration: 200 })
		expect(audio.src).toBe('/audio/b.mp3')
		audio.arrive(201.5)
		expect(state()).toMatchObject({ status: 'playing', duration: 201.5 })
	})

	it('switches between playing episodes with the same element', () => {
		startPlaying(40)
		player.choose('c')
		audio.arrive(50)
		expect(state()).toMatchObject({ episodeId: 'c', status: 'playing', position: 0, duration: 50 })
		expect(audio.sources).toEqual(['/audio/a.mp3', '/audio/c.mp3'])
		expect(created).toBe(1)
	})

	it('pauses and resumes when the selected episode is chosen again', () => {
		startPlaying(12)
		player.choose('a')
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused', position: 12 })
		player.choose('a')
		expect(state()).toMatchObject({ status: 'loading', position: 12 })
		expect(audio.sources).toHaveLength(1)
	})

	it('ignores an episode that is not in the list', () => {
		player.load(podcast)
		player.choose('z')
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused' })
	})

	it('keeps playing when a new list still has the episode', () => {
		startPlaying(7)
		player.load({ ...podcast, episodes: [episode('new'), ...podcast.episodes] })
		expect(state()).toMatchObject({ episodeId: 'a', status: 'playing' })
		expect(audio.paused).toBe(false)
		expect(hasPrevious(state())).toBe(true)
	})

	it('stops and selects the first episode when a new list lacks the current one', () => {
		startPlaying(7)
		player.load({ ...podcast, episodes: [episode('x'), episode('y')] })
		expect(state()).toMatchObject({ episodeId: 'x', status: 'paused', position: 0 })
		expect(audio.paused).toBe(true)
		player.play()
		expect(audio.src).toBe('/audio/x.mp3')
	})
})

describe('next and previous', () => {
	it('follow the list and stop at its ends', () => {
		player.load(podcast)
		expect([hasPrevious(state()), hasNext(state())]).toEqual([false, true])
		player.previous()
		expect(state().episodeId).toBe('a')
		player.next()
		expect([hasPrevious(state()), hasNext(state())]).toEqual([true, true])
		player.next()
		expect([hasPrevious(state()), hasNext(state())]).toEqual([true, false])
		player.next()
		expect(state().episodeId).toBe('c')
		player.previous()
		expect(state().episodeId).toBe('b')
	})

	it('stay paused in a paused player', () => {
		player.load(podcast)
		player.next()
		expect(state().status).toBe('paused')
		expect(created).toBe(0)
	})

	it('continue playback in a playing player', () => {
		startPlaying(30)
		player.next()
		expect(state()).toMatchObject({ episodeId: 'b', status: 'loading', position: 0 })
		audio.arrive(200)
		player.previous()
		expect(state()).toMatchObject({ episodeId: 'a', status: 'loading', position: 0 })
	})

	it('start an episode from the beginning when it is selected again', () => {
		startPlaying(30)
		player.pause()
		player.next()
		player.previous()
		player.play()
		audio.arrive(100)
		expect(audio.currentTime).toBe(0)
		expect(state().position).toBe(0)
	})
})

describe('end of an episode', () => {
	it('stops and selects the next one, paused', () => {
		startPlaying(99)
		audio.end()
		expect(state()).toMatchObject({ episodeId: 'b', status: 'paused', position: 0, duration: 200 })
		expect(audio.paused).toBe(true)
		expect(audio.sources).toEqual(['/audio/a.mp3'])
		expect(vi.getTimerCount()).toBe(0)
		player.play()
		expect(audio.src).toBe('/audio/b.mp3')
	})

	it('stops at the last one, ready to restart', () => {
		player.load(podcast)
		player.choose('c')
		audio.arrive(60)
		audio.end()
		expect(state()).toMatchObject({ episodeId: 'c', status: 'paused', position: 0 })
		expect(audio.currentTime).toBe(0)
	})

	it('ignores the end of a previous episode', () => {
		startPlaying(99)
		player.choose('b')
		audio.emit('pause')
		audio.emit('ended')
		expect(state()).toMatchObject({ episodeId: 'b', status: 'loading' })
	})
})

describe('play failures', () => {
	it('are logged once, pause the player and show an error', async () => {
		const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
		const error = vi.spyOn(console, 'error')
		player.load(podcast)
		player.play()
		await audio.break('no such file')
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused', hasFailed: true })
		expect(warn).toHaveBeenCalledTimes(1)
		expect(error).not.toHaveBeenCalled()
	})

	it('can be retried from the last position', async () => {
		vi.spyOn(console, 'warn').mockImplementation(() => undefined)
		startPlaying(33)
		vi.advanceTimersByTime(POSITION_REFRESH_MS)
		await audio.break('connection lost')
		expect(state().hasFailed).toBe(true)
		player.play()
		expect(state().hasFailed).toBe(false)
		expect(audio.sources).toEqual(['/audio/a.mp3', '/audio/a.mp3'])
		audio.arrive(100)
		expect(audio.currentTime).toBe(33)
	})

	it('do not show for another episode', async () => {
		vi.spyOn(console, 'warn').mockImplementation(() => undefined)
		player.load(podcast)
		player.play()
		await audio.break('no such file')
		player.next()
		expect(state()).toMatchObject({ episodeId: 'b', hasFailed: false })
	})

	it('do not include an aborted request', async () => {
		const warn = vi.spyOn(console, 'warn')
		player.load(podcast)
		player.play()
		player.choose('b')
		player.pause()
		await vi.advanceTimersByTimeAsync(0)
		expect(warn).not.toHaveBeenCalled()
		expect(state()).toMatchObject({ episodeId: 'b', status: 'paused' })
	})
})

describe('pausing', () => {
	it('by the system is detected', () => {
		startPlaying(8)
		audio.paused = true
		audio.emit('pause')
		expect(state()).toMatchObject({ status: 'paused', position: 8 })
	})

	it('is not undone by events of the previous play request', () => {
		player.load(podcast)
		player.play()
		player.pause()
		audio.emit('playing')
		audio.emit('waiting')
		expect(state().status).toBe('paused')
	})

	it('and immediate playing resumes playback', () => {
		startPlaying(8)
		player.pause()
		player.play()
		audio.emit('pause')
		expect(state().status).toBe('loading')
		audio.emit('playing')
		expect(state().status).toBe('playing')
	})
})
