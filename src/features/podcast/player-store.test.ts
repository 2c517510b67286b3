import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
	audibleVolume,
	hasNext,
	hasPrevious,
	initialPlayerState,
	isMuted,
	type PlayerPodcast,
	selectedEpisode,
	withPodcast,
} from './player-state.ts'
import { type AudioEvent, type AudioLike, Player, POSITION_REFRESH_MS } from './player-store.ts'

/** An audio element that does what the test says: data arrives, stalls, ends or breaks on command. */
class FakeAudio implements AudioLike {
	preload = ''
	currentTime = 0
	volume = 1
	muted = false
	duration = Number.NaN
	paused = true
	ended = false
	readyState = 0
	error: { message: string } | null = null
	/** Every source that was set, in order. */
	readonly sources: string[] = []
	readonly #listeners = new Map<AudioEvent, (() => void)[]>()
	#play = Promise.withResolvers<void>()

	get src(): string {
		return this.sources.at(-1) ?? ''
	}

	set src(url: string) {
		this.sources.push(url)
		Object.assign(this, {
			currentTime: 0,
			duration: Number.NaN,
			paused: true,
			ended: false,
			readyState: 0,
			error: null,
		})
	}

	addEventListener(type: AudioEvent, listener: () => void): void {
		this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
	}

	emit(type: AudioEvent): void {
		for (const listener of this.#listeners.get(type) ?? []) listener()
	}

	play(): Promise<void> {
		this.paused = false
		if (this.ended) Object.assign(this, { ended: false, currentTime: 0 })
		this.#play = Promise.withResolvers<void>()
		return this.#play.promise
	}

	pause(): void {
		if (this.paused) return
		this.paused = true
		this.#play.reject(new DOMException('The play() request was interrupted.', 'AbortError'))
	}

	/** Data is there: the element knows its length and sounds. */
	arrive(duration: number): void {
		Object.assign(this, { duration, readyState: 4 })
		this.emit('durationchange')
		this.emit('loadedmetadata')
		this.#play.resolve()
		this.emit('playing')
	}

	end(): void {
		Object.assign(this, { currentTime: this.duration, paused: true, ended: true })
		this.emit('pause')
		this.emit('ended')
	}

	async break(message: string): Promise<void> {
		this.error = { message }
		this.emit('error')
		this.#play.reject(new DOMException(message, 'NotSupportedError'))
		await Promise.resolve()
	}
}

const episode = (id: string, duration: number | null = 100) => ({
	id,
	title: `Episode ${id}`,
	audioUrl: `/audio/${id}.mp3`,
	duration,
	imageUrl: null,
})

const podcast: PlayerPodcast = {
	title: 'The podcast',
	image: null,
	episodes: [episode('a'), episode('b', 200), episode('c', null)],
}

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

/** A player that sounds: the first episode, 100 s long, at a position. */
function playing(at = 0): void {
	player.load(podcast)
	player.play()
	audio.arrive(100)
	audio.currentTime = at
}

describe('selection', () => {
	it('selects the first episode by default and loads no audio for it', () => {
		player.load(podcast)
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused', position: 0, duration: 100 })
		expect(created).toBe(0)
	})

	it('selects nothing while there is no episode', () => {
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

	it('plays an episode that is chosen from the list', () => {
		player.load(podcast)
		player.choose('b')
		expect(state()).toMatchObject({ episodeId: 'b', status: 'loading', position: 0, duration: 200 })
		expect(audio.src).toBe('/audio/b.mp3')
		audio.arrive(201.5)
		expect(state()).toMatchObject({ status: 'playing', duration: 201.5 })
	})

	it('switches from one playing episode to another with the same element', () => {
		playing(40)
		player.choose('c')
		audio.arrive(50)
		expect(state()).toMatchObject({ episodeId: 'c', status: 'playing', position: 0, duration: 50 })
		expect(audio.sources).toEqual(['/audio/a.mp3', '/audio/c.mp3'])
		expect(created).toBe(1)
	})

	it('pauses and resumes when the selected episode is chosen again', () => {
		playing(12)
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

	it('goes on playing when a new list still has the episode', () => {
		playing(7)
		player.load({ ...podcast, episodes: [episode('new'), ...podcast.episodes] })
		expect(state()).toMatchObject({ episodeId: 'a', status: 'playing' })
		expect(audio.paused).toBe(false)
		expect(hasPrevious(state())).toBe(true)
	})

	it('stops and selects the first when a new list lacks the episode', () => {
		playing(7)
		player.load({ ...podcast, episodes: [episode('x'), episode('y')] })
		expect(state()).toMatchObject({ episodeId: 'x', status: 'paused', position: 0 })
		expect(audio.paused).toBe(true)
		player.play()
		expect(audio.src).toBe('/audio/x.mp3')
	})
})

describe('next and previous', () => {
	it('go by list position and end at the ends', () => {
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

	it('stay quiet in a paused player', () => {
		player.load(podcast)
		player.next()
		expect(state().status).toBe('paused')
		expect(created).toBe(0)
	})

	it('play on in a playing one', () => {
		playing(30)
		player.next()
		expect(state()).toMatchObject({ episodeId: 'b', status: 'loading', position: 0 })
		audio.arrive(200)
		player.previous()
		expect(state()).toMatchObject({ episodeId: 'a', status: 'loading', position: 0 })
	})

	it('start an episode from its beginning when it comes back', () => {
		playing(30)
		player.pause()
		player.next()
		player.previous()
		player.play()
		audio.arrive(100)
		expect(audio.currentTime).toBe(0)
		expect(state().position).toBe(0)
	})
})

describe('position', () => {
	it('refreshes every 500 ms while playing, and not when paused', () => {
		playing()
		expect(POSITION_REFRESH_MS).toBe(500)
		audio.currentTime = 0.49
		vi.advanceTimersByTime(499)
		expect(state().position).toBe(0)
		audio.currentTime = 0.5
		vi.advanceTimersByTime(1)
		expect(state().position).toBe(0.5)
		audio.currentTime = 1
		vi.advanceTimersByTime(500)
		expect(state().position).toBe(1)

		audio.currentTime = 1.2
		player.pause()
		expect(state().position).toBe(1.2)
		expect(vi.getTimerCount()).toBe(0)
		audio.currentTime = 9
		vi.advanceTimersByTime(5000)
		expect(state().position).toBe(1.2)
	})

	it('does not refresh while data is awaited', () => {
		playing(5)
		audio.emit('waiting')
		expect(state().status).toBe('loading')
		expect(vi.getTimerCount()).toBe(0)
		audio.emit('playing')
		expect(state().status).toBe('playing')
		expect(vi.getTimerCount()).toBe(1)
	})

	it('runs one timer, however often playback starts', () => {
		playing()
		for (let i = 0; i < 3; i++) {
			player.pause()
			player.play()
			audio.emit('playing')
		}
		expect(vi.getTimerCount()).toBe(1)
	})

	it('stays what was sought before the audio was loaded', () => {
		player.load(podcast)
		player.seek(42.3)
		expect(state().position).toBe(42.3)
		expect(created).toBe(0)
		player.play()
		audio.arrive(100)
		expect(audio.currentTime).toBe(42.3)
		expect(state().position).toBe(42.3)
	})

	it('comes down to the real length when the feed promised more', () => {
		player.load(podcast)
		player.seek(95)
		player.play()
		audio.arrive(80)
		expect(state()).toMatchObject({ duration: 80, position: 80 })
		expect(audio.currentTime).toBe(80)
	})
})

describe('seeking', () => {
	it.each([
		[50, 50],
		[0.1, 0.1],
		[-3, 0],
		[1000, 100],
		[Number.POSITIVE_INFINITY, 100],
		[Number.NEGATIVE_INFINITY, 0],
	])('to %d lands at %d', (wanted, reached) => {
		playing(10)
		player.seek(wanted)
		expect(state().position).toBe(reached)
		expect(audio.currentTime).toBe(reached)
	})

	it('to no number changes nothing', () => {
		playing(10)
		player.seek(20)
		player.seek(Number.NaN)
		expect(state().position).toBe(20)
	})

	it('in an episode of unknown length is bounded below only', () => {
		player.load(podcast)
		player.choose('c')
		expect(state().duration).toBeNull()
		player.seek(5000)
		expect(state().position).toBe(5000)
		player.seek(-1)
		expect(state().position).toBe(0)
		player.seek(Number.POSITIVE_INFINITY)
		expect(state().position).toBe(0)
	})

	it('to the end of a paused episode stays in it, and playing starts it again', () => {
		playing(10)
		player.pause()
		player.seek(100)
		audio.ended = true
		audio.emit('ended')
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused', position: 100 })
		player.play()
		expect(state()).toMatchObject({ status: 'loading', position: 0 })
		expect(audio.currentTime).toBe(0)
	})

	it('keeps a length that a stream never tells unknown', () => {
		player.load(podcast)
		player.choose('c')
		audio.arrive(Number.POSITIVE_INFINITY)
		expect(state()).toMatchObject({ status: 'playing', duration: null })
	})
})

describe('the end of an episode', () => {
	it('stops and moves on to the next, which waits', () => {
		playing(99)
		audio.end()
		expect(state()).toMatchObject({ episodeId: 'b', status: 'paused', position: 0, duration: 200 })
		expect(audio.paused).toBe(true)
		expect(audio.sources).toEqual(['/audio/a.mp3'])
		expect(vi.getTimerCount()).toBe(0)
		player.play()
		expect(audio.src).toBe('/audio/b.mp3')
	})

	it('stops at the last one, ready to start it again', () => {
		player.load(podcast)
		player.choose('c')
		audio.arrive(60)
		audio.end()
		expect(state()).toMatchObject({ episodeId: 'c', status: 'paused', position: 0 })
		expect(audio.currentTime).toBe(0)
	})

	it('does not count when it is the end of an episode left before', () => {
		playing(99)
		player.choose('b')
		audio.emit('pause')
		audio.emit('ended')
		expect(state()).toMatchObject({ episodeId: 'b', status: 'loading' })
	})
})

describe('volume', () => {
	it('is 0.8 unless touched, and reaches the element that is created later', () => {
		expect(state().volume).toBe(0.8)
		player.setVolume(0.35)
		playing()
		expect(audio).toMatchObject({ volume: 0.35, muted: false })
	})

	it('is held between 0 and 1', () => {
		player.setVolume(1.7)
		expect(state().volume).toBe(1)
		player.setVolume(-0.2)
		expect(state().volume).toBe(0)
		player.setVolume(Number.NaN)
		expect(state().volume).toBe(0)
	})

	it('comes back after unmuting', () => {
		playing()
		player.setVolume(0.3)
		player.toggleMute()
		expect(isMuted(state())).toBe(true)
		expect(audibleVolume(state())).toBe(0)
		expect(audio.muted).toBe(true)
		player.toggleMute()
		expect(isMuted(state())).toBe(false)
		expect(state().volume).toBe(0.3)
		expect(audio).toMatchObject({ volume: 0.3, muted: false })
	})

	it('is muted at 0, and comes back as 0.5 from there', () => {
		playing()
		player.setVolume(0)
		expect(isMuted(state())).toBe(true)
		expect(state().muteFlag).toBe(false)
		expect(audio.muted).toBe(true)
		player.toggleMute()
		expect(state()).toMatchObject({ volume: 0.5, muteFlag: false })
		expect(audio).toMatchObject({ volume: 0.5, muted: false })
	})

	it('unmutes when the slider of a muted player is moved', () => {
		player.toggleMute()
		player.setVolume(0.01)
		expect(state()).toMatchObject({ volume: 0.01, muteFlag: false })
	})

	it('stays from episode to episode', () => {
		playing()
		player.toggleMute()
		player.next()
		audio.arrive(200)
		expect(audio.muted).toBe(true)
		expect(isMuted(state())).toBe(true)
	})
})

describe('play failures', () => {
	it('are only logged, once, and leave the player paused', async () => {
		const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
		const error = vi.spyOn(console, 'error')
		player.load(podcast)
		player.play()
		await audio.break('no such file')
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused' })
		expect(warn).toHaveBeenCalledTimes(1)
		expect(error).not.toHaveBeenCalled()
	})

	it('can be tried again, from the position reached', async () => {
		vi.spyOn(console, 'warn').mockImplementation(() => undefined)
		playing(33)
		vi.advanceTimersByTime(POSITION_REFRESH_MS)
		await audio.break('connection lost')
		player.play()
		expect(audio.sources).toEqual(['/audio/a.mp3', '/audio/a.mp3'])
		audio.arrive(100)
		expect(audio.currentTime).toBe(33)
	})

	it('say nothing of a request that was given up', async () => {
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
	it('by the system is seen', () => {
		playing(8)
		audio.paused = true
		audio.emit('pause')
		expect(state()).toMatchObject({ status: 'paused', position: 8 })
	})

	it('is not undone by events of the play request before', () => {
		player.load(podcast)
		player.play()
		player.pause()
		audio.emit('playing')
		audio.emit('waiting')
		expect(state().status).toBe('paused')
	})

	it('and playing again at once plays', () => {
		playing(8)
		player.pause()
		player.play()
		audio.emit('pause')
		expect(state().status).toBe('loading')
		audio.emit('playing')
		expect(state().status).toBe('playing')
	})
})
