// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { type PlayerReport, VIDEO_REPORTED } from '#src/features/modules/types/video/player-messages.ts'
import { playbackWithin } from './playback.ts'
import type { Report } from './played.ts'

afterEach(() => document.body.replaceChildren())

const place = () => {
	const card = document.createElement('article')
	document.body.append(card)
	return card
}

function mediaIn(parent: Element, { currentTime = 0, paused = false, playbackRate = 1 } = {}) {
	const media = document.createElement('video')
	Object.defineProperties(media, { currentTime: { value: currentTime }, paused: { value: paused } })
	media.playbackRate = playbackRate
	media.pause = vi.fn()
	parent.append(media)
	return media
}

test('follows a file that is added later, but no others on the page', () => {
	const card = place()
	const reports: Report[] = []
	const stop = playbackWithin(card).follow((report) => reports.push(report))
	mediaIn(place(), { currentTime: 99 }).dispatchEvent(new Event('timeupdate'))
	const media = mediaIn(card, { currentTime: 12.5, playbackRate: 1.5 })
	media.dispatchEvent(new Event('timeupdate'))
	media.dispatchEvent(new Event('seeking'))
	const first = { position: 12_500, rate: 1.5, isPlaying: true, isVisible: true }
	expect(reports).toEqual([first, { ...first, isPlaying: false }])
	stop()
	media.dispatchEvent(new Event('timeupdate'))
	expect(reports).toHaveLength(2)
})

test('follows and pauses a YouTube frame', () => {
	const card = place()
	const frame = document.createElement('iframe')
	frame.dataset.video = 'youtube'
	card.append(frame)
	const media = mediaIn(card)
	const reports: Report[] = []
	const playback = playbackWithin(card)
	playback.follow((report) => reports.push(report))
	const detail: PlayerReport = { seconds: 41.2, state: 'paused', rate: 1 }
	frame.dispatchEvent(new CustomEvent(VIDEO_REPORTED, { bubbles: true, detail }))
	expect(reports).toEqual([{ position: 41_200, rate: 1, isPlaying: false, isVisible: true }])
	const said = vi.spyOn(frame.contentWindow as Window, 'postMessage')
	playback.pause()
	expect(said).toHaveBeenCalledWith(
		expect.stringContaining('pauseVideo'),
		'https://www.youtube-nocookie.com' as unknown as WindowPostMessageOptions,
	)
	expect(media.pause).toHaveBeenCalledTimes(1)
})

test('leaves full screen only if its own player fills the screen', async () => {
	const card = place()
	const media = mediaIn(card)
	const exit = vi.fn(() => Promise.reject(new TypeError('refused')))
	document.exitFullscreen = exit
	await playbackWithin(card).leaveFullScreen()
	Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: media })
	await playbackWithin(place()).leaveFullScreen()
	expect(exit).not.toHaveBeenCalled()
	await playbackWithin(card).leaveFullScreen()
	expect(exit).toHaveBeenCalledTimes(1)
	Reflect.deleteProperty(document, 'fullscreenElement')
})

test.each([
	['<button data-play="frame"></button>', false],
	['<iframe data-video="frame"></iframe>', false],
	['<button data-play="youtube"></button>', true],
	['<iframe data-video="vimeo"></iframe>', true],
	['<video></video>', true],
])('detects which players report: %s', (html, isHeard) => {
	const card = place()
	card.innerHTML = html
	expect(playbackWithin(card).reportsPlayback()).toBe(isHeard)
})
