import { type PlayerReport, pauseIn, VIDEO_REPORTED } from '#src/features/modules/types/video/player-messages.ts'
import type { Report } from './played.ts'

/** A player on the page, regardless of its type. */
export interface Playback {
	/** Calls `hear` with each report until the returned function is called. */
	follow(onReport: (report: Report) => void): () => void
	pause(): void
	/** Returns whether the player reports playback: files and the frames of YouTube and Vimeo do. */
	reportsPlayback(): boolean
	/** Leaves full screen, which would hide a dialog of the page. */
	leaveFullScreen(): Promise<void>
}

const isVisible = () => document.visibilityState === 'visible'

const MEDIA_EVENTS = ['timeupdate', 'play', 'pause', 'seeking', 'ended', 'ratechange'] as const

const mediaReport = (media: HTMLMediaElement, event: string): Report => ({
	position: media.currentTime * 1000,
	rate: media.playbackRate,
	// While seeking, the position is the target of the seek, and the played part has already ended.
	isPlaying: !media.paused && !media.ended && event !== 'seeking',
	isVisible: isVisible(),
})

const frameReport = ({ seconds, state, rate }: PlayerReport): Report => ({
	...{ position: seconds * 1000, rate, isPlaying: state === 'playing', isVisible: isVisible() },
})

/** A video on an iPhone, where full screen is native and involves no element of the page. */
type PhoneVideo = HTMLVideoElement & { webkitDisplayingFullscreen?: boolean; webkitExitFullscreen?: () => void }

async function leaveFullScreen(root: Element): Promise<void> {
	for (const video of root.querySelectorAll<PhoneVideo>('video'))
		if (video.webkitDisplayingFullscreen) video.webkitExitFullscreen?.()
	const fullScreenElement = document.fullscreenElement
	// The browser may refuse. Then the dialog is visible once the member leaves full screen.
	if (fullScreenElement && root.contains(fullScreenElement)) await document.exitFullscreen().catch(() => undefined)
}

/**
 * Controls the players within an element of the page: files, and YouTube and Vimeo frames. Players may be added later,
 * since a cover is replaced by its player when it is pressed.
 */
export const playbackWithin = (root: Element): Playback => ({
	follow(hear) {
		const controller = new AbortController()
		const { signal } = controller
		// Media events do not bubble, so they are captured.
		for (const name of MEDIA_EVENTS)
			document.addEventListener(
				name,
				({ target, type }) => {
					if (target instanceof HTMLMediaElement && root.contains(target)) hear(mediaReport(target, type))
				},
				{ capture: true, signal },
			)
		document.addEventListener(
			VIDEO_REPORTED,
			(event) => {
				if (event.target instanceof Element && root.contains(event.target))
					hear(frameReport((event as CustomEvent<PlayerReport>).detail))
			},
			{ signal },
		)
		return () => controller.abort()
	},
	pause() {
		for (const media of root.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause()
		for (const frame of root.querySelectorAll<HTMLIFrameElement>('iframe[data-video]')) pauseIn(frame)
	},
	reportsPlayback() {
		const cover = root.querySelector<HTMLElement>('[data-play]')?.dataset.play
		const kind = cover ?? root.querySelector('iframe')?.dataset.video ?? 'file'
		return ['file', 'youtube', 'vimeo'].includes(kind)
	},
	leaveFullScreen: () => leaveFullScreen(root),
})
