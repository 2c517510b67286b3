import type { PlaceBody } from '#src/features/modules/contract.ts'
import { savePlace } from '#src/features/modules/queries.ts'

/** Shortest time between two requests while the reader reads, watches or answers, in milliseconds. */
const SEND_INTERVAL_MS = 15_000
/** Maximum of `ago` in the contract, in milliseconds. A suspended page can reach it. */
const MAX_AGO_MS = 3_600_000

type Part = Omit<PlaceBody, 'moduleId' | 'ago'>

/** A pending place of a module, and when it was recorded, by `performance.now()`. */
interface Waiting {
	part: Part
	at: number
}

let course: string | undefined
let waiting = new Map<string, Waiting>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends the pending places. A failed call loses only the last seconds; if the server rejects a place, saving stops. */
async function send(isLeaving: boolean): Promise<void> {
	clearTimeout(timer)
	timer = undefined
	if (course === undefined) return
	const courseId = course
	const all = waiting
	waiting = new Map()
	for (const [moduleId, { part, at }] of all) {
		const ago = Math.min(Math.round(performance.now() - at), MAX_AGO_MS)
		const sent = savePlace(courseId, { moduleId, ...part, ago }, isLeaving)
		// An unloading page cannot wait for the response.
		if (!isLeaving && !(await sent)) return stop()
	}
}

function stop(): void {
	clearTimeout(timer)
	timer = undefined
	course = undefined
	waiting.clear()
}

/** Queues the reader's place. A later place in the same module replaces it. */
export function queuePlace(moduleId: string, part: Part): void {
	if (course === undefined) return
	waiting.set(moduleId, { part: { ...waiting.get(moduleId)?.part, ...part }, at: performance.now() })
	timer ??= setTimeout(() => void send(false), SEND_INTERVAL_MS)
}

/** Sends pending places immediately, for example when a video is paused. */
export const sendPlacesNow = () => void send(false)

/** Starts saving the places of an enrolled reader. @returns a function that stops it. */
export function startSavingPlaces(courseId: string): () => void {
	course = courseId
	const onVisibilityChange = () => {
		if (document.visibilityState === 'hidden') void send(true)
	}
	const onHide = () => void send(true)
	document.addEventListener('visibilitychange', onVisibilityChange)
	window.addEventListener('pagehide', onHide)
	document.addEventListener('astro:before-swap', onHide)
	return () => {
		stop()
		document.removeEventListener('visibilitychange', onVisibilityChange)
		window.removeEventListener('pagehide', onHide)
		document.removeEventListener('astro:before-swap', onHide)
	}
}
