import { useEffect, useRef } from 'react'
import { hasBegun, resumeAt, type Step } from '../resume.ts'
import {
	$shownModule,
	askedModule,
	cardOf,
	focusModule,
	hasReaderActed,
	isArriving,
	isFolding,
	moduleCards,
	oncePainted,
	openModule,
	startModules,
} from './course-modules.ts'
import { cardAtReadingLine, scrollIn, scrollTo } from './module-position.ts'
import { keepPlace, keepPlaceNow, startKeeping } from './place-keeper.ts'
import { startAt } from './video-position.ts'

type Steps = ReadonlyArray<Step & { place?: { scroll?: number | undefined; seconds?: number | undefined } | undefined }>

/** Brings somebody who just came to where they stopped. Whoever has done something meanwhile is left where they are. */
function goOn(steps: Steps): void {
	const asked = askedModule()
	const step = asked === undefined ? resumeAt(steps) : steps.find(({ moduleId }) => moduleId === asked)
	const id = step?.moduleId ?? steps[0]?.moduleId
	if (id === undefined) return
	if (asked === undefined && !($shownModule.get() && hasReaderActed())) openModule(id)
	if (!isArriving() || !step || (asked === undefined && !hasBegun(steps))) return
	oncePainted(() => {
		if (!isArriving()) return
		scrollTo(id, step.isCompleted ? undefined : step.place?.scroll)
		focusModule(cardOf(id))
	})
}

/** What is watched while somebody reads: which module they are in, and how far. */
function watchReading(isCompleted: (moduleId: string) => boolean): () => void {
	let frame = 0
	function look(): void {
		frame = 0
		if (!isFolding()) $shownModule.set(cardAtReadingLine(moduleCards())?.dataset.module)
		const id = $shownModule.get()
		const card = cardOf(id)
		if (id !== undefined && card && hasReaderActed() && !isCompleted(id)) keepPlace(id, { scroll: scrollIn(card) })
	}
	const onScroll = () => {
		frame ||= requestAnimationFrame(look)
	}
	window.addEventListener('scroll', onScroll, { passive: true })
	return () => {
		window.removeEventListener('scroll', onScroll)
		cancelAnimationFrame(frame)
	}
}

/** Films tell where they are; what happens in a player does not bubble, so it is caught on its way down. */
function watchFilms(): () => void {
	function tell({ target, type }: Event): void {
		if (!(target instanceof HTMLVideoElement)) return
		const id = target.closest<HTMLElement>('[data-module]')?.dataset.module
		if (id === undefined || target.currentTime === 0) return
		keepPlace(id, { seconds: target.ended ? 0 : Math.floor(target.currentTime) })
		if (type === 'pause') keepPlaceNow()
	}
	document.addEventListener('timeupdate', tell, true)
	document.addEventListener('pause', tell, true)
	return () => {
		document.removeEventListener('timeupdate', tell, true)
		document.removeEventListener('pause', tell, true)
	}
}

/**
 * Where the reader of a course is: they go on where they stopped, and where they stop is kept.
 * @param steps undefined while it is not known, and for who is not enrolled.
 * @param isElsewhere it is known that there is no place: not enrolled, or the progress could not be fetched.
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
		goOn(known)
		for (const { moduleId, place } of known) startAt(cardOf(moduleId), place?.seconds)
		const isCompleted = (id: string) =>
			latest.current?.some(({ moduleId, isCompleted }) => moduleId === id && isCompleted) ?? false
		const ends = [startKeeping(courseId), watchReading(isCompleted), watchFilms()]
		return () => {
			for (const end of ends) end()
		}
	}, [courseId, isKnown])
}
