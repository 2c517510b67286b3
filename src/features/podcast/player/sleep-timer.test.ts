import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { episode, FakeAudio } from './player-store.fixtures.ts'
import { Player } from './player-store.ts'
import { SLEEP_MINUTES, SleepTimer } from './sleep-timer.ts'

let audio: FakeAudio
let player: Player
let timer: SleepTimer
const show = { title: 'The podcast', image: null }
const status = () => player.$state.get().status

beforeEach(() => {
	vi.useFakeTimers()
	audio = new FakeAudio()
	player = new Player(() => audio)
	timer = new SleepTimer(player)
	const chapters = [
		{ start: 0, end: null, title: 'One' },
		{ start: 60, end: null, title: 'Two' },
	]
	player.open({ ...episode('a', 7200), chapters }, show)
	player.play()
	audio.arrive(7200)
})

afterEach(() => {
	timer.cancel()
	player.close()
	vi.useRealTimers()
})

/** Advances the time, and the audio if it plays. */
function listen(seconds: number): void {
	for (let elapsed = 0; elapsed < seconds; elapsed += 0.25) {
		if (!audio.paused) audio.currentTime += 0.25 * audio.playbackRate
		vi.advanceTimersByTime(250)
	}
}

describe('sleep timer', () => {
	it('offers the specified minutes', () => expect([...SLEEP_MINUTES]).toEqual([5, 10, 15, 30, 45, 60]))

	it('stops after the chosen minutes with a ten-second fade, and restores the volume', () => {
		player.setVolume(0.6)
		timer.start(5)
		listen(290)
		expect(audio.volume).toBeCloseTo(0.6, 5)
		listen(5)
		expect(audio.volume).toBeCloseTo(0.3, 5)
		expect(player.$state.get().volume).toBe(0.6)
		expect(timer.$sleep.get()).toEqual({ at: 5, left: 5 })
		listen(4.75)
		expect(status()).toBe('playing')
		listen(0.25)
		expect(status()).toBe('paused')
		expect(audio.volume).toBeCloseTo(0.6, 5)
		expect(timer.$sleep.get()).toBeNull()
		listen(600)
		expect(status()).toBe('paused')
	})

	it('restores the volume when canceled, and restarts when chosen again', () => {
		timer.start(5)
		listen(295)
		timer.start(10)
		expect(audio.volume).toBeCloseTo(0.8, 5)
		listen(300)
		expect(status()).toBe('playing')
		timer.cancel()
		listen(600)
		expect(status()).toBe('playing')
		expect(vi.getTimerCount()).toBe(1)
	})

	it('keeps running while playback is paused', () => {
		timer.start(5)
		player.pause()
		listen(300)
		expect(timer.$sleep.get()).toBeNull()
		player.play()
		listen(10)
		expect(status()).not.toBe('paused')
	})

	it('stops at the end of the chapter, sooner at a higher speed', () => {
		player.setRate(2)
		timer.start('chapter')
		expect(timer.$sleep.get()).toEqual({ at: 'chapter', left: 30 })
		listen(25)
		expect(audio.volume).toBeCloseTo(0.4, 5)
		listen(5)
		expect(status()).toBe('paused')
		expect(audio.currentTime).toBe(60)
	})

	it('prevents playback after the end of the episode', () => {
		player.following = () => ({ episode: episode('b'), plays: timer.$sleep.get() === null })
		timer.start('episode')
		player.seek(7195)
		listen(1)
		expect(audio.volume).toBeCloseTo(0.8 * 0.4, 5)
		audio.end()
		expect(player.$state.get()).toMatchObject({ episodeId: 'b', status: 'paused' })
		expect(timer.$sleep.get()).toBeNull()
		expect(audio.volume).toBeCloseTo(0.8, 5)
	})

	it('ends when another episode is selected', () => {
		timer.start('chapter')
		player.open(episode('b'), show)
		listen(1)
		expect(timer.$sleep.get()).toBeNull()
	})
})
