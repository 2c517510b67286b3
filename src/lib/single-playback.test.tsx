import { expect, test, vi } from 'vitest'
import { announcePlayback, enforceSinglePlayback, onOtherPlayback } from './single-playback.ts'

/** Creates a media element that reports playback: jsdom cannot play. */
function playing(name: 'audio' | 'video', muted = false): HTMLMediaElement {
	const media = document.createElement(name)
	Object.defineProperty(media, 'paused', { value: false })
	media.muted = muted
	media.pause = vi.fn<() => void>()
	document.body.append(media)
	return media
}

test('new audio pauses all others, in this tab and in others', () => {
	const tell = vi.spyOn(Storage.prototype, 'setItem')
	enforceSinglePlayback()
	enforceSinglePlayback()
	const player = {}
	const silence = vi.fn<() => void>()
	onOtherPlayback(player, silence)
	const [video, sheet, still] = [playing('video'), playing('audio'), playing('video', true)]

	video.dispatchEvent(new Event('play'))
	expect(silence).toHaveBeenCalledTimes(1)
	expect(sheet.pause).toHaveBeenCalledTimes(1)
	expect(video.pause).not.toHaveBeenCalled()
	expect(tell).toHaveBeenCalledTimes(1)

	announcePlayback(player)
	expect(silence).toHaveBeenCalledTimes(1)
	expect(video.pause).toHaveBeenCalledTimes(1)
	expect(tell).toHaveBeenCalledTimes(2)

	// Playback in another tab pauses all media here, without a message back.
	const key = tell.mock.calls[0]?.[0] ?? ''
	expect(localStorage.getItem(key)).toBeNull()
	for (const newValue of ['1', null]) window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
	expect(silence).toHaveBeenCalledTimes(2)
	expect(video.pause).toHaveBeenCalledTimes(2)
	expect(tell).toHaveBeenCalledTimes(2)

	still.dispatchEvent(new Event('play'))
	expect(silence).toHaveBeenCalledTimes(2)
	expect(still.pause).not.toHaveBeenCalled()
})
