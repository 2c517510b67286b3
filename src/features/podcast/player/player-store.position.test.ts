import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { audibleVolume, isMuted } from './player-state.ts'
import { FakeAudio, podcast } from './player-store.fixtures.ts'
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

describe('position', () => {
	it('refreshes every 500 ms while playing, but not while paused', () => {
		startPlaying()
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

	it('does not refresh while loading', () => {
		startPlaying(5)
		audio.emit('waiting')
		expect(state().status).toBe('loading')
		expect(vi.getTimerCount()).toBe(0)
		audio.emit('playing')
		expect(state().status).toBe('playing')
		expect(vi.getTimerCount()).toBe(1)
	})

	it('runs one timer however often playback starts', () => {
		startPlaying()
		for (let i = 0; i < 3; i++) {
			player.pause()
			player.play()
			audio.emit('playing')
		}
		expect(vi.getTimerCount()).toBe(1)
	})

	it('keeps a seek from before the audio loaded', () => {
		player.load(podcast)
		player.seek(42.3)
		expect(state().position).toBe(42.3)
		expect(created).toBe(0)
		player.play()
		audio.arrive(100)
		expect(audio.currentTime).toBe(42.3)
		expect(state().position).toBe(42.3)
	})

	it('is clamped to the real length when the feed states a longer one', () => {
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
	])('to %d lands at %d', (target, expected) => {
		startPlaying(10)
		player.seek(target)
		expect(state().position).toBe(expected)
		expect(audio.currentTime).toBe(expected)
	})

	it('ignores an invalid number', () => {
		startPlaying(10)
		player.seek(20)
		player.seek(Number.NaN)
		expect(state().position).toBe(20)
	})

	it('has only a lower bound in an episode of unknown length', () => {
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

	it('stays at the end of a paused episode, and playing restarts it', () => {
		startPlaying(10)
		player.pause()
		player.seek(100)
		audio.ended = true
		audio.emit('ended')
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused', position: 100 })
		player.play()
		expect(state()).toMatchObject({ status: 'loading', position: 0 })
		expect(audio.currentTime).toBe(0)
	})

	it('keeps the length of a stream unknown', () => {
		player.load(podcast)
		player.choose('c')
		audio.arrive(Number.POSITIVE_INFINITY)
		expect(state()).toMatchObject({ status: 'playing', duration: null })
	})
})

describe('volume', () => {
	it('defaults to 0.8, and applies to an element created later', () => {
		expect(state().volume).toBe(0.8)
		player.setVolume(0.35)
		startPlaying()
		expect(audio).toMatchObject({ volume: 0.35, muted: false })
	})

	it('is clamped to 0 and 1', () => {
		player.setVolume(1.7)
		expect(state().volume).toBe(1)
		player.setVolume(-0.2)
		expect(state().volume).toBe(0)
		player.setVolume(Number.NaN)
		expect(state().volume).toBe(0)
	})

	it('is restored after unmuting', () => {
		startPlaying()
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

	it('is muted at 0, and unmutes to 0.5 from there', () => {
		startPlaying()
		player.setVolume(0)
		expect(isMuted(state())).toBe(true)
		expect(state().muteFlag).toBe(false)
		expect(audio.muted).toBe(true)
		player.toggleMute()
		expect(state()).toMatchObject({ volume: 0.5, muteFlag: false })
		expect(audio).toMatchObject({ volume: 0.5, muted: false })
	})

	it('unmutes when the slider of a muted player moves', () => {
		player.toggleMute()
		player.setVolume(0.01)
		expect(state()).toMatchObject({ volume: 0.01, muteFlag: false })
	})

	it('persists across episodes', () => {
		startPlaying()
		player.toggleMute()
		player.next()
		audio.arrive(200)
		expect(audio.muted).toBe(true)
		expect(isMuted(state())).toBe(true)
	})
})
