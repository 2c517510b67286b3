import { announcePlayback, onOtherPlayback } from '#src/lib/single-playback.ts'
import type { Player } from './player-address.ts'

// The `postMessage` protocols of the YouTube and Vimeo players, used without their scripts. Vimeo documents its own.
// YouTube's is undocumented: if it changes, videos still play, but saving the position and seeking stop working.

/** Bubbling event on a player's iframe, dispatched when the player reports its position. */
export const VIDEO_REPORTED = 'video-reported'

/** Position of a video, its state, and its speed. */
export interface PlayerReport {
	seconds: number
	state: 'playing' | 'paused' | 'ended'
	rate: number
}

interface Protocol {
	readonly origin: string
	/** Messages that subscribe to events, repeated until the player responds. */
	readonly listen: readonly string[]
	/** Parses a message into a report; undefined if it contains none. `before` is the previous report. */
	read(message: Message, before: PlayerReport | undefined): PlayerReport | undefined
	seek(seconds: number): string
	readonly pause: string
}

type Message = { event?: unknown; info?: unknown; data?: unknown }

const numberOf = (from: unknown, name: string): number | undefined => {
	const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
	return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** YouTube's relevant states; all others, such as buffering, count as playing. */
const YOUTUBE_STATES: Readonly<Record<number, PlayerReport['state']>> = { 0: 'ended', 1: 'playing', 2: 'paused' }

/** States by Vimeo event. */
const VIMEO_STATES: Readonly<Record<string, PlayerReport['state']>> = {
	timeupdate: 'playing',
	seeked: 'playing',
	pause: 'paused',
	ended: 'ended',
}
const VIMEO_SPEED = 'playbackratechange'

const protocols: Partial<Record<Player['kind'], Protocol>> = {
	youtube: {
		origin: 'https://www.youtube-nocookie.com',
		listen: [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })],
		read({ event, info }, before) {
			if (event !== 'infoDelivery' && event !== 'initialDelivery') return undefined
			const [seconds, state] = [numberOf(info, 'currentTime'), numberOf(info, 'playerState')]
			const rate = numberOf(info, 'playbackRate')
			if (seconds === undefined && state === undefined && rate === undefined) return undefined
			// Messages contain only changed values.
			return {
				seconds: seconds ?? before?.seconds ?? 0,
				state: state === undefined ? (before?.state ?? 'playing') : (YOUTUBE_STATES[state] ?? 'playing'),
				rate: rate ?? before?.rate ?? 1,
			}
		},
		seek: (seconds) =>
			JSON.stringify({ event: 'command', func: 'seekTo', args: [seconds, true], id: 1, channel: 'widget' }),
		pause: JSON.stringify({ event: 'command', func: 'pauseVideo', args: [], id: 1, channel: 'widget' }),
	},
	vimeo: {
		origin: 'https://player.vimeo.com',
		listen: [...Object.keys(VIMEO_STATES), VIMEO_SPEED].map((value) =>
			JSON.stringify({ method: 'addEventListener', value }),
		),
		read({ event, data }, before) {
			if (event === VIMEO_SPEED) return before && { ...before, rate: numberOf(data, 'playbackRate') ?? before.rate }
			const state = typeof event === 'string' && Object.hasOwn(VIMEO_STATES, event) ? VIMEO_STATES[event] : undefined
			return state && { seconds: numberOf(data, 'seconds') ?? before?.seconds ?? 0, state, rate: before?.rate ?? 1 }
		},
		seek: (value) => JSON.stringify({ method: 'setCurrentTime', value }),
		pause: JSON.stringify({ method: 'pause' }),
	},
}

const protocolOf = (kind: string | undefined) => protocols[kind as Player['kind']]

function parse(data: unknown): Message | undefined {
	try {
		const message: unknown = typeof data === 'string' ? JSON.parse(data) : data
		return typeof message === 'object' && message !== null ? message : undefined
	} catch {
		// Iframes send many messages, including some for other receivers.
		return undefined
	}
}

/** Interval and maximum number of the subscription messages that are sent until the player responds. */
const RETRY_MS = 500
const MAX_TRIES = 20

/** Turns a player's messages into events on its iframe. Ignores messages from other frames and origins. */
export function listenTo(frame: HTMLIFrameElement, kind: string): void {
	const protocol = protocolOf(kind)
	if (!protocol) return
	let report: PlayerReport | undefined
	let tries = 0
	let timer: number | undefined
	function subscribe(): void {
		window.clearTimeout(timer)
		if (!protocol || !frame.isConnected || report || tries++ >= MAX_TRIES) return
		for (const message of protocol.listen) frame.contentWindow?.postMessage(message, protocol.origin)
		timer = window.setTimeout(subscribe, RETRY_MS)
	}
	function onMessage({ source, origin, data }: MessageEvent): void {
		if (!frame.isConnected) window.removeEventListener('message', onMessage)
		if (!protocol || source !== frame.contentWindow || origin !== protocol.origin) return
		const message = parse(data)
		const next = message && protocol.read(message, report)
		if (next) {
			if (next.state === 'playing' && report?.state !== 'playing') announcePlayback(frame)
			report = next
			frame.dispatchEvent(new CustomEvent<PlayerReport>(VIDEO_REPORTED, { bubbles: true, detail: next }))
		} else if (!report && message?.event === 'ready') {
			tries = 0
			subscribe()
		}
	}
	const unsubscribe = onOtherPlayback(frame, () => {
		if (!frame.isConnected) unsubscribe()
		else if (report?.state === 'playing') frame.contentWindow?.postMessage(protocol.pause, protocol.origin)
	})
	window.addEventListener('message', onMessage)
	frame.addEventListener('load', subscribe)
}

export function seekIn(frame: HTMLIFrameElement, seconds: number): void {
	const protocol = protocolOf(frame.dataset.video)
	if (protocol) frame.contentWindow?.postMessage(protocol.seek(seconds), protocol.origin)
}

export function pauseIn(frame: HTMLIFrameElement): void {
	const protocol = protocolOf(frame.dataset.video)
	if (protocol) frame.contentWindow?.postMessage(protocol.pause, protocol.origin)
}
