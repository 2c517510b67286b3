import { useEffect, useRef } from 'react'
import { type PlayerReport, seekIn, VIDEO_REPORTED } from '#src/features/modules/types/video/player-messages.ts'
import { hasBegun, resumeAt, type Step } from '../resume.ts'
import {
	$shownModule,
	afterPaint,
	askedSecond,
	cardOf,
	focusModule,
	hasReaderActed,
	initialModule,
	isFolding,
	isNewVisit,
	linkedDiscussion,
	moduleCards,
	openModule,
	startModules,
} from './course-modules.ts'
import { cardAtReadingLine, scrollIn, scrollTo } from './module-position.ts'
import { queuePlace, sendPlacesNow, startSavingPlaces } from './save-places.ts'

type Steps = ReadonlyArray<Step & { place?: { scroll?: number | undefined; seconds?: number | undefined } | undefined }>

/** Opens the module to read. On a new visit, also scrolls to its saved place, unless the URL links to a comment. */
function resume(steps: Steps): void {
	const requested = initialModule()
	const step = requested === undefined ? resumeAt(steps) : steps.find(({ moduleId }) => moduleId === requested)
	const id = step?.moduleId ?? steps[0]?.moduleId
	if (id === undefined) return
	if (requested === undefined && !($shownModule.get() && hasReaderActed())) openModule(id)
	if (!isNewVisit() || !step || linkedDiscussion() || (requested === undefined && !hasBegun(steps))) return
	afterPaint(() => {
		if (!isNewVisit()) return
		scrollTo(cardOf(id), step.isCompleted || askedSecond() !== undefined ? undefined : step.place?.scroll)
		focusModule(cardOf(id))
	})
}

/** If all modules are open, readers scroll past many, so a place is saved only after this pause, in milliseconds. */
const READING_PAUSE_MS = 1_500

/** Tracks which module is being read, and the reader's position in it. */
function watchReading(isCompleted: (moduleId: string) => boolean): () => void {
	let frame = 0
	let pauseTimer: ReturnType<typeof setTimeout> | undefined
	function keep(): void {
		const id = $shownModule.get()
		const card = cardOf(id)
		if (id === undefined || !card || !hasReaderActed() || isCompleted(id)) return
		// If the reader is above the module, such as at the outline, its saved position stays.
		queuePlace(id, cardAtReadingLine([card]) ? { scroll: scrollIn(card) } : {})
	}
	function update(): void {
		frame = 0
		clearTimeout(pauseTimer)
		// If modules fold, the open one is the one being read.
		if (isFolding()) {
			keep()
			return
		}
		$shownModule.set(cardAtReadingLine(moduleCards())?.dataset.module)
		pauseTimer = setTimeout(keep, READING_PAUSE_MS)
	}
	const onScroll = () => {
		frame ||= requestAnimationFrame(update)
	}
	window.addEventListener('scroll', onScroll, { passive: true })
	return () => {
		window.removeEventListener('scroll', onScroll)
		cancelAnimationFrame(frame)
		clearTimeout(pauseTimer)
	}
}

/** Watches the position of videos. Media events do not bubble, so they are captured. */
function watchVideos(): () => void {
	/** Last state of each frame, so a stopped video is reported once. */
	const states = new WeakMap<EventTarget, PlayerReport['state']>()
	function keep(video: Element, { seconds, state }: Pick<PlayerReport, 'seconds' | 'state'>): void {
		const id = video.closest<HTMLElement>('[data-module]')?.dataset.module
		if (id === undefined || seconds === 0) return
		queuePlace(id, { seconds: state === 'ended' ? 0 : Math.floor(seconds) })
	}
	function report({ target, type }: Event): void {
		if (!(target instanceof HTMLVideoElement)) return
		keep(target, { seconds: target.currentTime, state: target.ended ? 'ended' : 'playing' })
		if (type === 'pause' && target.currentTime > 0) sendPlacesNow()
	}
	function onReport(event: Event): void {
		if (!(event.target instanceof Element)) return
		const { detail } = event as CustomEvent<PlayerReport>
		const isStopped = detail.state !== 'playing'
		if (isStopped && states.get(event.target) === detail.state) return
		states.set(event.target, detail.state)
		keep(event.target, detail)
		if (isStopped && detail.seconds > 0) sendPlacesNow()
	}
	document.addEventListener('timeupdate', report, true)
	document.addEventListener('pause', report, true)
	document.addEventListener(VIDEO_REPORTED, onReport)
	return () => {
		document.removeEventListener('timeupdate', report, true)
		document.removeEventListener('pause', report, true)
		document.removeEventListener(VIDEO_REPORTED, onReport)
	}
}

/** A video left before this second starts from the beginning. */
const MIN_RESUME_SECONDS = 5

/**
 * Starts a module's video at the saved place: the play button stores the second (`player.ts`), and a video that is
 * already playing seeks.
 */
function startAt(card: HTMLElement | undefined, seconds: number | undefined): void {
	if (!card || !seconds || seconds < MIN_RESUME_SECONDS) return
	card.querySelector('[data-play]')?.setAttribute('data-at', String(Math.floor(seconds)))
	const video = card.querySelector('video')
	if (video && video.currentTime < MIN_RESUME_SECONDS) video.currentTime = seconds
	const frame = card.querySelector<HTMLIFrameElement>('iframe[data-video]')
	// If the reader pressed Play before the place was known, seek when the player first reports its position.
	if (frame)
		frame.addEventListener(
			VIDEO_REPORTED,
			(event) => {
				if ((event as CustomEvent<PlayerReport>).detail.seconds < MIN_RESUME_SECONDS) seekIn(frame, Math.floor(seconds))
			},
			{ once: true },
		)
}

/**
 * Resumes at the reader's saved place, and saves new ones.
 * @param steps undefined while unknown, and if not enrolled.
 * @param isElsewhere whether there is no place: for visitors, if not enrolled, or if progress could not be fetched.
 */
export function usePlace(courseId: string, steps: Steps | undefined, isElsewhere: boolean): void {
	const latest = useRef(steps)
	latest.current = steps
	const isKnown = steps !== undefined
	useEffect(() => {
		startModules()
		if (isElsewhere && !$shownModule.get()) openModule(moduleCards()[0]?.dataset.module)
	}, [isElsewhere])
	useEffect(() => {
		const known = latest.current
		if (!isKnown || !known) return
		resume(known)
		for (const { moduleId, place } of known) startAt(cardOf(moduleId), place?.seconds)
		const isCompleted = (id: string) =>
			latest.current?.some(({ moduleId, isCompleted }) => moduleId === id && isCompleted) ?? false
		const cleanups = [startSavingPlaces(courseId), watchReading(isCompleted), watchVideos()]
		return () => {
			for (const cleanup of cleanups) cleanup()
		}
	}, [courseId, isKnown])
}
