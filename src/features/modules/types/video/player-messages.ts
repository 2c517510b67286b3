import { onOtherSound, soundStarts } from '#src/lib/one-sound.ts'
import type { Player } from './player-address.ts'

// What the players of YouTube and Vimeo tell a page through messages, without a script of theirs on it. Vimeo describes
// these; those of YouTube are what its own script speaks, and nobody promises them: if they change, the second of a
// film is not kept, and nothing else is different.

/** Sent by the frame of a player, as an event that bubbles, whenever it tells where its film is. */
export const FILM_TOLD = 'film-told'

/** Where a film is: its second, and whether it was paused or has ended with that. */
export interface PlayerReport {
	seconds: number
	state: 'playing' | 'paused' | 'ended'
}

interface Protocol {
	readonly origin: string
	/** What is said until it answers: that this page listens. */
	readonly listen: readonly string[]
	/** What a message tells, if it is about the film. `before` is what was told last. */
	read(message: Message, before: PlayerReport | undefined): PlayerReport | undefined
	seek(seconds: number): string
	readonly pause: string
}

type Message = { event?: unknown; info?: unknown; data?: unknown }

const numberOf = (from: unknown, name: string): number | undefined => {
	const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
	return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** The states of YouTube that matter here; in all others, as while it loads, a film goes on. */
const YOUTUBE_STATES: Readonly<Record<number, PlayerReport['state']>> = { 0: 'ended', 1: 'playing', 2: 'paused' }

/** Vimeo's events, by what they say of a film. */
const VIMEO_EVENTS: Readonly<Record<string, PlayerReport['state']>> = {
	timeupdate: 'playing',
	seeked: 'playing',
	pause: 'paused',
	ended: 'ended',
}

const protocols: Partial<Record<Player['kind'], Protocol>> = {
	youtube: {
		origin: 'https://www.youtube-nocookie.com',
		listen: [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })],
		read({ event, info }, before) {
			if (event !== 'infoDelivery' && event !== 'initialDelivery') return undefined
			const [seconds, state] = [numberOf(info, 'currentTime'), numberOf(info, 'playerState')]
			if (seconds === undefined && state === undefined) return undefined
			// It tells what is new alone: at times only the one, at times only the other.
			return {
				seconds: seconds ?? before?.seconds ?? 0,
				state: state === undefined ? (before?.state ?? 'playing') : (YOUTUBE_STATES[state] ?? 'playing'),
			}
		},
		seek: (seconds) =>
			JSON.stringify({ event: 'command', func: 'seekTo', args: [seconds, true], id: 1, channel: 'widget' }),
		pause: JSON.stringify({ event: 'command', func: 'pauseVideo', args: [], id: 1, channel: 'widget' }),
	},
	vimeo: {
		origin: 'https://player.vimeo.com',
		listen: Object.keys(VIMEO_EVENTS).map((value) => JSON.stringify({ method: 'addEventListener', value })),
		read({ event, data }, before) {
			const state = typeof event === 'string' && Object.hasOwn(VIMEO_EVENTS, event) ? VIMEO_EVENTS[event] : undefined
			return state && { seconds: numberOf(data, 'seconds') ?? before?.seconds ?? 0, state }
		},
		seek: (value) => JSON.stringify({ method: 'setCurrentTime', value }),
		pause: JSON.stringify({ method: 'pause' }),
	},
}

/** The address of a player that will tell this page, and no other, where its film is. */
export function reportingAddress(src: string, kind: string, pageOrigin: string): string {
	if (kind !== 'youtube') return src
	const url = new URL(src)
	url.searchParams.set('enablejsapi', '1')
	url.searchParams.set('origin', pageOrigin)
	return url.href
}

const protocolOf = (kind: string | undefined) => protocols[kind as Player['kind']]

function parse(data: unknown): Message | undefined {
	try {
		const message: unknown = typeof data === 'string' ? JSON.parse(data) : data
		return typeof message === 'object' && message !== null ? message : undefined
	} catch {
		// Frames say many things, not all of them to us.
		return undefined
	}
}

/** How often a player that does not answer yet is told that this page listens, and how often at most. */
const AGAIN_MS = 500
const TRIES = 20

/** Lets the frame of a player tell where its film is, as events. Only its own words count, from its own origin. */
export function listenTo(frame: HTMLIFrameElement, kind: string): void {
	const protocol = protocolOf(kind)
	if (!protocol) return
	let report: PlayerReport | undefined
	let tries = 0
	let timer: number | undefined
	function ask(): void {
		window.clearTimeout(timer)
		if (!protocol || !frame.isConnected || report || tries++ >= TRIES) return
		for (const words of protocol.listen) frame.contentWindow?.postMessage(words, protocol.origin)
		timer = window.setTimeout(ask, AGAIN_MS)
	}
	function hear({ source, origin, data }: MessageEvent): void {
		if (!frame.isConnected) window.removeEventListener('message', hear)
		if (!protocol || source !== frame.contentWindow || origin !== protocol.origin) return
		const message = parse(data)
		const next = message && protocol.read(message, report)
		if (next) {
			if (next.state === 'playing' && report?.state !== 'playing') soundStarts(frame)
			report = next
			frame.dispatchEvent(new CustomEvent<PlayerReport>(FILM_TOLD, { bubbles: true, detail: next }))
		} else if (!report && message?.event === 'ready') {
			tries = 0
			ask()
		}
	}
	const forget = onOtherSound(frame, () => {
		if (!frame.isConnected) forget()
		else if (report?.state === 'playing') frame.contentWindow?.postMessage(protocol.pause, protocol.origin)
	})
	frame.dataset.film = kind
	window.addEventListener('message', hear)
	frame.addEventListener('load', ask)
}

/** Moves a film that is in the frame of a player. */
export function seekIn(frame: HTMLIFrameElement, seconds: number): void {
	const protocol = protocolOf(frame.dataset.film)
	if (protocol) frame.contentWindow?.postMessage(protocol.seek(seconds), protocol.origin)
}
