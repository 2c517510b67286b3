import type { PlaceBody } from '#src/features/modules/contract.ts'
import { savePlace } from '#src/features/modules/queries.ts'

/** Least time between two calls while somebody reads, watches or answers, in milliseconds. */
const EVERY = 15_000
/** What the contract takes for `ago`, in milliseconds: a page that slept tells no more. */
const LONGEST = 3_600_000

type Part = Omit<PlaceBody, 'moduleId' | 'ago'>

/** What is to be told of a module, and when it was so, by `performance.now()`. */
interface Waiting {
	part: Part
	at: number
}

let course: string | undefined
let waiting = new Map<string, Waiting>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells the server what it does not know yet. Lost, it costs nothing but the last moments. */
async function send(isLeaving: boolean): Promise<void> {
	clearTimeout(timer)
	timer = undefined
	if (course === undefined) return
	const courseId = course
	const all = waiting
	waiting = new Map()
	for (const [moduleId, { part, at }] of all) {
		const ago = Math.min(Math.round(performance.now() - at), LONGEST)
		const sent = savePlace(courseId, { moduleId, ...part, ago }, isLeaving)
		// A page that is being left has no time to wait.
		if (!isLeaving && !(await sent)) return stop()
	}
}

function stop(): void {
	clearTimeout(timer)
	timer = undefined
	course = undefined
	waiting.clear()
}

/** Where the reader is now. What is said later of the same module takes the place of what was said before. */
export function queuePlace(moduleId: string, part: Part): void {
	if (course === undefined) return
	waiting.set(moduleId, { part: { ...waiting.get(moduleId)?.part, ...part }, at: performance.now() })
	timer ??= setTimeout(() => void send(false), EVERY)
}

/** Tells it at once: a video was paused, say. */
export const sendPlacesNow = () => void send(false)

/** Keeps the places of somebody who is enrolled, until the answer is called. */
export function startSavingPlaces(courseId: string): () => void {
	course = courseId
	const leave = () => {
		if (document.visibilityState === 'hidden') void send(true)
	}
	const hide = () => void send(true)
	document.addEventListener('visibilitychange', leave)
	window.addEventListener('pagehide', hide)
	return () => {
		stop()
		document.removeEventListener('visibilitychange', leave)
		window.removeEventListener('pagehide', hide)
	}
}
