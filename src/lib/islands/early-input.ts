// Records input on an island before hydration and replays it afterwards, so no typing, choice or click is lost on a
// slow connection. Astro bundles this file into every directive that uses it.

import { enterValue, type ValueField } from '../enter-value.ts'
import { filledIn, isSwitch, keepText, restoreText } from './early-text.ts'
import { hydrate, type Load } from './hydrate.ts'
import { showMissing, showSlow } from './missing-parts.ts'

/** An early action: a click, a field value, a key, or a position on a slider. */
interface EarlyAction {
	control: HTMLElement
	/** Replays the action on the hydrated island. */
	replay(): void
	/** For fields, only the last value is replayed. */
	isValue?: boolean
	/** For buttons, repeated clicks before hydration count once. */
	isPress?: boolean
	/** For buttons that are still disabled. Browsers send no clicks on them, not even to a hydrated island. */
	isAwaited?: boolean
}

function closest<E extends HTMLElement>(target: EventTarget | null, selector: string): E | undefined {
	return target instanceof Element ? (target.closest<E>(selector) ?? undefined) : undefined
}

/** Returns whether React handles the events of an island: Astro removes the attribute when it is hydrated. */
const isHydrated = (island: HTMLElement) => !island.hasAttribute('ssr')

/** Whether an action is being replayed and must not be recorded again. */
let isReplaying = false

function withoutRecording(work: () => void): void {
	isReplaying = true
	work()
	isReplaying = false
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Waits up to 300 frames until a button is enabled: submit buttons are disabled until the CSRF token is loaded. */
async function waitUntilEnabled(control: HTMLElement): Promise<boolean> {
	for (let frames = 300; frames > 0 && control.matches(':disabled'); frames--) await nextFrame()
	return !control.matches(':disabled')
}

function press(control: HTMLElement, checked: boolean | undefined): void {
	if (isSwitch(control) && checked !== undefined) control.checked = !checked
	// Tabs listen to this event.
	control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
	control.click()
}

/** Replays a click on the track of a slider without pointer capture, which needs a pressed pointer. */
function slide(track: HTMLElement, { clientX, clientY }: PointerEvent): void {
	const capture = { setPointerCapture() {}, releasePointerCapture() {}, hasPointerCapture: () => true }
	Object.assign(track, capture)
	for (const name of ['pointerdown', 'pointerup'])
		track.dispatchEvent(new PointerEvent(name, { bubbles: true, cancelable: true, pointerId: 1, clientX, clientY }))
	for (const name of Object.keys(capture)) Reflect.deleteProperty(track, name)
}

/** Matches a submit button that waits for its CSRF token. Browsers fire no click on it, not even for Enter. */
const PENDING_SUBMIT = 'button[type=submit]:disabled'

/**
 * Returns whether the token is missing. With a token the button is disabled for other reasons, such as a pending
 * submit.
 */
const isWithoutToken = (button: HTMLElement) => !button.closest('form')?.elements.namedItem('_csrf')

const awaitedPress = (control: HTMLElement | null | undefined): EarlyAction | undefined =>
	control && isWithoutToken(control)
		? { control, isPress: true, isAwaited: true, replay: () => press(control, undefined) }
		: undefined

const valueAction = (control: ValueField): EarlyAction => {
	const { value } = control
	return { control, isValue: true, replay: () => enterValue(control, value) }
}

/** Maps events on an island to early actions. */
const earlyActionOf: Record<string, (event: Event) => EarlyAction | undefined> = {
	pointerup: ({ target }) => awaitedPress(closest(target, PENDING_SUBMIT)),
	click({ target }) {
		const control = closest(target, 'button, [type=checkbox], [type=radio]')
		if (!control) return undefined
		const checked = isSwitch(control) ? control.checked : undefined
		return { control, isPress: checked === undefined, replay: () => press(control, checked) }
	},
	input({ target }) {
		const control = closest<ValueField>(target, 'input, select, textarea')
		return control && !isSwitch(control) ? valueAction(control) : undefined
	},
	keydown(event) {
		if (!(event instanceof KeyboardEvent)) return undefined
		if (event.key === 'Enter' && !event.isComposing && closest(event.target, 'input'))
			return awaitedPress(closest(event.target, 'form')?.querySelector<HTMLElement>(PENDING_SUBMIT))
		// Skip other keys: on buttons they fire a click, and in fields they change the value.
		const control = closest(event.target, '[role=tab], [role=slider]')
		if (!control || !/^(Arrow|Home|End|Page)/.test(event.key)) return undefined
		const { key, shiftKey } = event
		const replay = () => control.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))
		return { control, replay }
	},
	pointerdown(event) {
		const control = closest(event.target, '[data-slider]')
		if (!control || !(event instanceof PointerEvent)) return undefined
		return { control, replay: () => slide(control, event) }
	},
}

/**
 * Early actions on islands that are not watched yet. A page streams in, and an island is watched only once it has
 * arrived completely. On a slow connection, its first fields can be used long before that.
 */
const unwatched = new Map<HTMLElement, EarlyAction[]>()
const watched = new WeakSet<HTMLElement>()
function watchWhileLoading(): void {
	document.addEventListener('astro:hydration-error', showMissing)
	const loading = new AbortController()
	addEventListener('load', () => loading.abort(), { once: true })
	for (const [name, read] of Object.entries(earlyActionOf))
		document.addEventListener(
			name,
			(event) => {
				const island = closest(event.target, 'astro-island')
				const action = island && !watched.has(island) && read(event)
				if (action) unwatched.set(island, [...(unwatched.get(island) ?? []), action])
			},
			{ signal: loading.signal, capture: true },
		)
}
// Skipped if the player's router loads this file later, and on the server.
if (typeof document !== 'undefined' && document.readyState !== 'complete') watchWhileLoading()

/** Time in milliseconds after which the page reports that a press had no effect yet. */
const SLOW_MS = 8_000

/**
 * Records input on an island until it is hydrated, and then replays it, including field values that fired no event
 * because a browser or this module restored them. Returns a function that hydrates the island once. The first input
 * also calls it.
 */
export function replayEarlyInput(island: HTMLElement, load: Load): () => Promise<void> {
	const actions: EarlyAction[] = []
	const recording = new AbortController()
	let hydrating: Promise<void> | undefined

	const wake = () => {
		hydrating ??= hydrate(island, load, addFilledIn)
		return hydrating
	}
	const hasPendingSubmit = () => [...island.querySelectorAll<HTMLElement>(PENDING_SUBMIT)].some(isWithoutToken)

	/** Adds field values that fired no event, before the recorded actions. */
	function addFilledIn(): void {
		const recorded = new Set(actions.map(({ control }) => control))
		const restored = filledIn(island).filter((field) => !recorded.has(field))
		const isReplayRunning = actions.length > 0
		actions.unshift(...restored.map(valueAction))
		if (!isReplayRunning && restored.length > 0) void replayAll()
	}

	async function replayAll(): Promise<void> {
		await wake()
		for (let action = actions[0]; action; action = actions[0]) {
			if (isHydrated(island) && (await waitUntilEnabled(action.control))) withoutRecording(action.replay)
			actions.shift()
			// Let the action's effect render before the next action.
			if (!action.isValue) await nextFrame()
		}
		// Enter may be pressed before the token is loaded.
		if (!hasPendingSubmit()) recording.abort()
	}

	function enqueue(action: EarlyAction): void {
		if (!action.isValue) showSlow(SLOW_MS, () => !isHydrated(island), wake)
		const last = actions.at(-1)
		const isSame =
			last?.control === action.control && ((last.isValue && action.isValue) || (last.isPress && action.isPress))
		if (last && isSame) last.replay = action.replay
		else if (actions.push(action) === 1) void replayAll()
	}

	restoreText(island)
	window.addEventListener('pagehide', () => {
		// The player's router may have removed the island with its page.
		if (island.isConnected) keepText(island, isHydrated(island) ? [] : filledIn(island))
	})
	for (const [name, read] of Object.entries(earlyActionOf))
		island.addEventListener(
			name,
			(event) => {
				const action = isReplaying ? undefined : read(event)
				if (action && (action.isAwaited || !isHydrated(island))) enqueue(action)
			},
			{ signal: recording.signal },
		)
	watched.add(island)
	for (const action of unwatched.get(island) ?? []) enqueue(action)
	return wake
}
