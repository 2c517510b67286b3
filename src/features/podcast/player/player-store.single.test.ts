import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listActions } from './player-actions.ts'
import { chapterAt, chapterEnd, nearestRate, RATES, selectedEpisode } from './player-state.ts'
import { episode, FakeAudio, podcast } from './player-store.fixtures.ts'
import { Player } from './player-store.ts'

let audio: FakeAudio
let player: Player
const state = () => player.$state.get()

beforeEach(() => {
	vi.useFakeTimers()
	audio = new FakeAudio()
	player = new Player(() => audio)
})

afterEach(() => vi.useRealTimers())

function startPlaying(duration = 1000): void {
	player.open(episode('a', 1000), podcast)
	player.play()
	audio.arrive(duration)
}

describe('single episode', () => {
	it('has no next or previous, and keeps playing when it is opened again', () => {
		startPlaying()
		audio.currentTime = 40
		player.open({ ...episode('a', 1000), slug: 'a' }, podcast)
		expect(state()).toMatchObject({ isSingle: true, status: 'playing', episodeId: 'a' })
		expect(audio.paused).toBe(false)
		player.load(podcast)
		expect(state()).toMatchObject({ isSingle: false, status: 'playing' })
	})

	it('stops at its end when nothing follows', () => {
		startPlaying()
		audio.end()
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused', position: 0 })
	})

	it('selects the following episode, which plays only on request', () => {
		const ended: string[] = []
		player.onEnded(({ id }) => ended.push(id))
		player.following = ({ id }) => ({ episode: episode(`${id}+`), plays: false })
		startPlaying()
		audio.end()
		expect(state()).toMatchObject({ episodeId: 'a+', status: 'paused', isSingle: true })
		player.following = () => ({ episode: episode('z'), plays: true })
		player.play()
		audio.arrive(100)
		audio.end()
		expect(state()).toMatchObject({ episodeId: 'z', status: 'loading' })
		expect(audio.src).toBe('/audio/z.mp3')
		expect(ended).toEqual(['a', 'a+'])
	})

	it('ignores a following episode in a list', () => {
		player.following = () => ({ episode: episode('z'), plays: true })
		player.load({ ...podcast, episodes: [episode('a')] })
		player.play()
		audio.arrive(100)
		audio.end()
		expect(state()).toMatchObject({ episodeId: 'a', status: 'paused' })
	})

	it("is replaced by the page's list when its controls are used again", () => {
		const page = listActions(player, podcast)
		player.load(podcast)
		player.open(episode('queued'), podcast)
		player.play()
		page.choose('b')
		expect(state()).toMatchObject({ episodeId: 'b', status: 'loading', isSingle: false })
		player.open(episode('queued'), podcast)
		page.setVolume(0.3)
		expect(state()).toMatchObject({ episodeId: 'queued', volume: 0.3 })
		page.toggle()
		expect(state()).toMatchObject({ episodeId: 'a', status: 'loading' })
	})

	it('resumes at its stored position as the following episode', () => {
		player.following = () => ({ episode: episode('b'), plays: true, at: 42 })
		startPlaying()
		audio.end()
		audio.arrive(100)
		expect(audio.currentTime).toBe(42)
	})

	it('disappears when closed', () => {
		startPlaying()
		player.close()
		expect(selectedEpisode(state())).toBeNull()
		expect(audio.paused).toBe(true)
		expect(vi.getTimerCount()).toBe(0)
	})

	it('reports no failure when the browser requires a click first', async () => {
		player.open(episode('a'), podcast)
		vi.spyOn(audio, 'play').mockRejectedValue(new DOMException('no gesture', 'NotAllowedError'))
		player.play()
		await vi.advanceTimersByTimeAsync(0)
		expect(state()).toMatchObject({ status: 'paused', hasFailed: false })
	})
})

describe('speed', () => {
	it('is one of the available speeds, preserves the pitch and applies to the next episode', () => {
		expect([...RATES]).toEqual([0.75, 1, 1.25, 1.5, 1.75, 2, 2.5])
		expect([0.1, 1.3, 1.7, 9, Number.NaN].map(nearestRate)).toEqual([0.75, 1.25, 1.75, 2.5, 1])
		startPlaying()
		player.setRate(1.5)
		expect(audio).toMatchObject({ playbackRate: 1.5, preservesPitch: true })
		player.open(episode('b'), podcast)
		player.play()
		audio.arrive(100)
		expect(audio.playbackRate).toBe(1.5)
		expect(state().rate).toBe(1.5)
	})

	it('applies to the first play when chosen before it', () => {
		player.setRate(2)
		startPlaying()
		expect(audio.playbackRate).toBe(2)
	})
})

describe('skipping', () => {
	it("starts at the audio's current position and stays within bounds", () => {
		startPlaying()
		audio.currentTime = 100.4
		player.skip(30)
		expect(audio.currentTime).toBeCloseTo(130.4)
		player.skip(-15)
		expect(audio.currentTime).toBeCloseTo(115.4)
		player.skip(-500)
		expect(audio.currentTime).toBe(0)
		player.skip(5000)
		expect(audio.currentTime).toBe(1000)
	})
})

describe('start time', () => {
	it('applies once the length of the audio is known', () => {
		player.open(episode('a', 1000), podcast)
		player.cue(754)
		expect(state()).toMatchObject({ position: 754, isPastEnd: false })
		player.play()
		audio.arrive(1000)
		expect(audio.currentTime).toBe(754)
	})

	it('counts as linked until playback starts there', () => {
		player.open(episode('a', 1000), podcast)
		player.cue(754, { isLinked: true })
		expect(state()).toMatchObject({ position: 754, isLinked: true })
		player.play()
		expect(state().isLinked).toBe(false)
		player.pause()
		player.cue(700)
		expect(state()).toMatchObject({ position: 700, isLinked: false })
	})

	it('does not count as linked when applied during playback', () => {
		player.open(episode('a', 1000), podcast)
		player.play()
		audio.arrive(1000)
		player.cue(754, { isLinked: true })
		expect(audio.currentTime).toBe(754)
		player.pause()
		expect(state().isLinked).toBe(false)
	})

	it('falls back to the beginning if it is past the end, and reports that', () => {
		player.open(episode('a', 1000), podcast)
		player.cue(1000)
		expect(state()).toMatchObject({ position: 0, isPastEnd: true })
		player.play()
		audio.arrive(1000)
		expect(audio.currentTime).toBe(0)
		expect(state().isPastEnd).toBe(true)
		player.seek(5)
		expect(state().isPastEnd).toBe(false)
	})

	it("is checked against the audio, not the feed's length", () => {
		player.open(episode('a', 1000), podcast)
		player.cue(1100)
		player.play()
		audio.arrive(1200)
		expect(audio.currentTime).toBe(1100)
		expect(state().isPastEnd).toBe(false)

		player.open(episode('c', null), podcast)
		player.cue(5000)
		expect(state()).toMatchObject({ position: 5000, isPastEnd: false })
		player.play()
		audio.arrive(1200)
		expect(audio.currentTime).toBe(0)
		expect(state().isPastEnd).toBe(true)
	})

	it('does not return after a seek elsewhere', () => {
		player.open(episode('a', 1000), podcast)
		player.cue(754)
		player.seek(20)
		player.play()
		audio.arrive(1000)
		expect(audio.currentTime).toBe(20)
	})

	it('applies immediately to a playing episode, and does nothing if there is none', () => {
		player.cue(5)
		expect(state().position).toBe(0)
		startPlaying()
		player.cue(300)
		expect(audio.currentTime).toBe(300)
		player.cue(Number.NaN)
		player.cue(-1)
		expect(audio.currentTime).toBe(300)
	})
})

describe('chapters', () => {
	const chapters = [
		{ start: 5, end: null, title: 'One' },
		{ start: 60, end: 80, title: 'Two' },
		{ start: 90, end: null, title: 'Three' },
	]
	const withChapters = { ...episode('a', 1000), chapters }

	it('are found by position', () => {
		expect(chapterAt(withChapters, 4.9)).toBeUndefined()
		expect(chapterAt(withChapters, 5)?.title).toBe('One')
		expect(chapterAt(withChapters, 89)?.title).toBe('Two')
		expect(chapterAt(withChapters, 999)?.title).toBe('Three')
		expect(chapterAt(null, 0)).toBeUndefined()
	})

	it('end at their end time, at the next chapter, or with the episode', () => {
		player.open(withChapters, podcast)
		const endAt = (position: number) => chapterEnd({ ...state(), position })
		expect([0, 10, 65, 85, 95].map(endAt)).toEqual([5, 60, 80, 90, 1000])
		expect(chapterEnd({ ...state(), duration: null, position: 95 })).toBeNull()
	})
})
