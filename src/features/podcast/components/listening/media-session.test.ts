import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AudioLike } from '../../player/player-audio.ts'
import { Player } from '../../player/player-store.ts'
import { connectMediaSession, type MediaSessionLike } from './media-session.ts'

const episode = (id: string, imageUrl: string | null = null) => ({
	id,
	title: `Episode ${id}`,
	audioUrl: `/${id}.mp3`,
	duration: 100,
	imageUrl,
})
const podcast = { title: 'The podcast', image: '/cover.png', episodes: [episode('a'), episode('b', '/b.png')] }

/** Creates an audio element that always has data. */
function readyAudio(): AudioLike {
	const listeners = new Map<string, () => void>()
	const audio = { src: '', preload: '', currentTime: 0, volume: 1, muted: false, duration: 100 }
	const emit = (type: string) => listeners.get(type)?.()
	return Object.assign(audio, {
		paused: true,
		ended: false,
		readyState: 4,
		error: null,
		async play(this: { paused: boolean }) {
			this.paused = false
			emit('playing')
		},
		pause(this: { paused: boolean }) {
			this.paused = true
		},
		addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
	})
}

type Handler = ((details: Partial<MediaSessionActionDetails>) => void) | null

class FakeSession implements MediaSessionLike {
	metadata: unknown = null
	playbackState: 'none' | 'paused' | 'playing' = 'none'
	readonly handlers = new Map<string, Handler>()
	position: unknown = null

	setActionHandler(action: string, handler: MediaSessionActionHandler | null): void {
		if (action === 'seekto' && this.rejectsSeek) throw new TypeError('unknown action')
		this.handlers.set(action, handler as Handler)
	}

	setPositionState(state: { duration: number; position: number }): void {
		if (state.position > state.duration) throw new TypeError('position beyond duration')
		this.position = state
	}

	readonly rejectsSeek: boolean

	constructor(rejectsSeek = false) {
		this.rejectsSeek = rejectsSeek
	}
}

let player: Player
const asIs = (data: MediaMetadataInit) => data

beforeEach(() => {
	vi.useFakeTimers()
	player = new Player(readyAudio)
})

afterEach(() => {
	vi.useRealTimers()
})

describe('media session', () => {
	it('shows nothing before the first play', () => {
		const session = new FakeSession()
		connectMediaSession(player, session, asIs)
		player.load(podcast)
		player.seek(10)
		expect(session).toMatchObject({ metadata: null, playbackState: 'none', position: null })
	})

	it('shows the episode, with its image or the feed image', () => {
		const session = new FakeSession()
		connectMediaSession(player, session, asIs)
		player.load(podcast)
		player.play()
		expect(session.playbackState).toBe('playing')
		expect(session.metadata).toEqual({
			title: 'Episode a',
			artist: 'The podcast',
			album: 'The podcast',
			artwork: [{ src: '/cover.png' }],
		})
		player.next()
		expect(session.metadata).toMatchObject({ title: 'Episode b', artwork: [{ src: '/b.png' }] })
	})

	it('handles media keys, and offers previous and next only when they exist', () => {
		const session = new FakeSession()
		connectMediaSession(player, session, asIs)
		player.load(podcast)
		player.play()
		expect(session.handlers.get('previoustrack')).toBeNull()
		session.handlers.get('pause')?.({})
		expect(player.$state.get().status).toBe('paused')
		expect(session.playbackState).toBe('paused')
		session.handlers.get('play')?.({})
		expect(player.$state.get().status).toBe('playing')
		session.handlers.get('seekto')?.({ seekTime: 42 })
		expect(player.$state.get().position).toBe(42)
		expect(session.position).toEqual({ duration: 100, position: 42, playbackRate: 1 })
		session.handlers.get('nexttrack')?.({})
		expect(player.$state.get().episodeId).toBe('b')
		expect(session.handlers.get('nexttrack')).toBeNull()
		session.handlers.get('previoustrack')?.({})
		expect(player.$state.get().episodeId).toBe('a')
	})

	it('survives a browser that does not support an action', () => {
		const session = new FakeSession(true)
		connectMediaSession(player, session, asIs)
		player.load(podcast)
		player.play()
		expect([...session.handlers.keys()]).toEqual(['play', 'pause', 'previoustrack', 'nexttrack'])
	})

	it('does not change after a disconnect', () => {
		const session = new FakeSession()
		const disconnect = connectMediaSession(player, session, asIs)
		player.load(podcast)
		disconnect()
		player.play()
		expect(session.playbackState).toBe('none')
	})

	it('skips within a single episode, including by headset keys, and shows the speed', () => {
		const session = new FakeSession()
		connectMediaSession(player, session, asIs)
		player.load(podcast)
		player.play()
		player.open(episode('a'), podcast)
		player.seek(40)
		session.handlers.get('seekforward')?.({})
		expect(player.$state.get().position).toBe(70)
		session.handlers.get('seekbackward')?.({})
		expect(player.$state.get().position).toBe(55)
		session.handlers.get('seekforward')?.({ seekOffset: 5 })
		expect(player.$state.get().position).toBe(60)
		session.handlers.get('nexttrack')?.({})
		session.handlers.get('previoustrack')?.({})
		expect(player.$state.get()).toMatchObject({ position: 75, episodeId: 'a' })
		player.setRate(1.5)
		expect(session.position).toEqual({ duration: 100, position: 75, playbackRate: 1.5 })
	})
})
