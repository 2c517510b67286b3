import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ListeningProgress, trackListening } from './listening-keeper.ts'
import { episode, FakeAudio, podcast } from './player-store.fixtures.ts'
import { Player } from './player-store.ts'

let audio: FakeAudio
let player: Player
let page: EventTarget
let saved: (ListeningProgress & { isLeaving: boolean })[]
let stop: () => void

beforeEach(() => {
	vi.useFakeTimers()
	audio = new FakeAudio()
	player = new Player(() => audio)
	page = new EventTarget()
	saved = []
	stop = trackListening(player, (progress, isLeaving) => saved.push({ ...progress, isLeaving }), page)
	player.open(episode('a', 3600), podcast)
})

afterEach(() => {
	stop()
	player.close()
	vi.useRealTimers()
})

function listen(seconds: number): void {
	for (let elapsed = 0; elapsed < seconds; elapsed += 0.5) {
		audio.currentTime += 0.5
		vi.advanceTimersByTime(500)
	}
}

function start(at = 0): void {
	player.cue(at)
	player.play()
	audio.arrive(3600)
}

it('saves every 15 seconds during playback', () => {
	start()
	listen(14.5)
	expect(saved).toEqual([])
	listen(31)
	expect(saved.map(({ position }) => position)).toEqual([15, 30, 45])
	expect(saved[0]).toEqual({ episodeId: 'a', position: 15, duration: 3600, finished: false, isLeaving: false })
})

it('saves on pause, and never the same position twice', () => {
	start(700)
	listen(6)
	player.pause()
	expect(saved.map(({ position }) => position)).toEqual([706])
	player.seek(900)
	page.dispatchEvent(new Event('pagehide'))
	expect(saved).toHaveLength(1)
})

it('keeps the stored position until five seconds have played', () => {
	start(754)
	listen(4.5)
	player.pause()
	page.dispatchEvent(new Event('pagehide'))
	expect(saved).toEqual([])
	player.play()
	audio.arrive(3600)
	audio.currentTime = 758.5
	listen(0.5)
	player.pause()
	expect(saved.map(({ position }) => position)).toEqual([759])
})

it('saves the current audio position when the page is left', () => {
	start()
	listen(6)
	audio.currentTime = 6.3
	page.dispatchEvent(new Event('pagehide'))
	expect(saved).toEqual([{ episodeId: 'a', position: 6.3, duration: 3600, finished: false, isLeaving: true }])
	stop()
	listen(20)
	expect(saved).toHaveLength(1)
})

it('saves an episode that is replaced, and starts counting again for the new one', () => {
	start()
	listen(8)
	player.open(episode('b', 500), podcast)
	expect(saved).toMatchObject([{ episodeId: 'a', position: 8, finished: false }])
	player.play()
	audio.arrive(500)
	listen(4)
	player.pause()
	expect(saved).toHaveLength(1)
})

it('reports an episode that played to its end', () => {
	start(3590)
	listen(10)
	audio.end()
	expect(saved).toMatchObject([{ episodeId: 'a', position: 3600, finished: true }])
})
