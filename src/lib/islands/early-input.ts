// What somebody did to an island before it was awake is done again once it hears it: nothing typed, chosen or
// pressed is lost, on a slow connection either. Astro bundles this into every directive that uses it.

import { enterValue, type ValueField } from '../enter-value.ts'
import { fetchAhead } from './fetch-ahead.ts'

/** What somebody did to an element of the island: a press, a value that a field was given, a key, a place on a slider. */
interface EarlyAction {
	control: HTMLElement
	/** Does it once more, with the island awake. */
	again(): void
	/** Of a field: what was typed or chosen last stands for all of it. */
	isValue?: boolean
	/** Of a button: pressed again before anything happened, it is meant once. */
	isPress?: boolean
	/** Of a button that cannot be pressed yet: nobody else hears it, an island that is awake neither. */
	isAwaited?: boolean
	/** What a field held then. */
	held?: string | boolean
}

const isSwitch = (control: Element): control is HTMLInputElement =>
	control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)

function closest<E extends HTMLElement>(target: EventTarget | null, selector: string): E | undefined {
	return target instanceof Element ? (target.closest<E>(selector) ?? undefined) : undefined
}

/** Whether React has taken the element over: until then it would hear nothing. */
const isTaken = (element: HTMLElement) => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/**
 * Whether a field has another value by now than somebody gave it. What comes while React takes an island over makes it do so
 * at once, and whatever it renders in the same breath sets a field back, before its handler hears of another value.
 */
const isSetBack = ({ control, held }: EarlyAction) =>
	held !== (isSwitch(control) ? control.checked : (control as ValueField).value)

/** Whether an event comes from here, and not from somebody. */
let isRepeating = false

function quietly(work: () => void): void {
	isRepeating = true
	work()
	isRepeating = false
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Waits until the island hears `control`, some seconds at most. */
async function reach(control: HTMLElement): Promise<boolean> {
	for (let frames = 300; frames > 0 && control.isConnected; frames--) {
		// React takes over at once what an event comes from, so that nothing can be typed in between.
		quietly(() => control.dispatchEvent(new Event('input', { bubbles: true })))
		if (isTaken(control)) return true
		await nextFrame()
	}
	return false
}

/** Waits until a button may be pressed, some seconds at most: that of a form waits for its token. */
async function isAllowed(control: HTMLElement): Promise<boolean> {
	for (let frames = 300; frames > 0 && control.matches(':disabled'); frames--) await nextFrame()
	return !control.matches(':disabled')
}

function press(control: HTMLElement, checked: boolean | undefined): void {
	if (isSwitch(control) && checked !== undefined) control.checked = !checked
	// Tabs listen for this one.
	control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
	control.click()
}

/** A press on the track of a slider. No pointer is down any more, and only one that is can be captured. */
function slide(track: HTMLElement, { clientX, clientY }: PointerEvent): void {
	const capture = { setPointerCapture() {}, releasePointerCapture() {}, hasPointerCapture: () => true }
	Object.assign(track, capture)
	for (const name of ['pointerdown', 'pointerup'])
		track.dispatchEvent(new PointerEvent(name, { bubbles: true, cancelable: true, pointerId: 1, clientX, clientY }))
	for (const name of Object.keys(capture)) Reflect.deleteProperty(track, name)
}

/** The button of a form that waits for its security token: browsers make no click of a press on it, nor of Enter. */
const SENDING = 'button[type=submit]:disabled'

/** A form that has its token is disabled for another reason: it is being sent, or not complete. */
const isWithoutToken = (button: HTMLElement) => !button.closest('form')?.elements.namedItem('_csrf')

const sending = (control: HTMLElement | null | undefined): EarlyAction | undefined =>
	control && isWithoutToken(control)
		? { control, isPress: true, isAwaited: true, again: () => press(control, undefined) }
		: undefined

const typed = (control: ValueField): EarlyAction => {
	const { value } = control
	return { control, isValue: true, held: value, again: () => enterValue(control, value) }
}

/** Fields that do not hold what the page gave them: browsers fill them in again after a reload or Back, and say nothing. */
function filledIn(island: HTMLElement): EarlyAction[] {
	const fields = [...island.querySelectorAll<ValueField>('input, select, textarea')]
	return fields
		.filter((field) => {
			if (isSwitch(field) || field.type === 'hidden') return false
			if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
			const given = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]
			return field.value !== given?.value
		})
		.map(typed)
}

/** What each event on an island is a sign of. */
const earlyActionOf: Record<string, (event: Event) => EarlyAction | undefined> = {
	pointerup: ({ target }) => sending(closest(target, SENDING)),
	click({ target }) {
		const control = closest(target, 'button, [type=checkbox], [type=radio]')
		if (!control) return undefined
		const checked = isSwitch(control) ? control.checked : undefined
		const held = checked === undefined ? {} : { held: checked }
		return { control, isPress: checked === undefined, ...held, again: () => press(control, checked) }
	},
	input({ target }) {
		const control = closest<ValueField>(target, 'input, select, textarea')
		return control && !isSwitch(control) ? typed(control) : undefined
	},
	keydown(event) {
		if (!(event instanceof KeyboardEvent)) return undefined
		if (event.key === 'Enter' && !event.isComposing && closest(event.target, 'input'))
			return sending(closest(event.target, 'form')?.querySelector<HTMLElement>(SENDING))
		// Buttons make a click of their keys, and fields a value.
		const control = closest(event.target, '[role=tab], [role=slider]')
		if (!control || !/^(Arrow|Home|End|Page)/.test(event.key)) return undefined
		const { key, shiftKey } = event
		const again = () => control.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))
		return { control, again }
	},
	pointerdown(event) {
		const control = closest(event.target, '[data-slider]')
		if (!control || !(event instanceof PointerEvent)) return undefined
		return { control, again: () => slide(control, event) }
	},
}

/**
 * What somebody did to islands that nobody watches yet. A page comes in parts, and an island is watched only when all of it
 * is there: on a slow line a field at its head can be used long before.
 */
const unwatched = new Map<HTMLElement, EarlyAction[]>()
const watched = new WeakSet<HTMLElement>()
const arriving = new AbortController()
addEventListener('load', () => arriving.abort(), { once: true })
for (const [name, read] of Object.entries(earlyActionOf))
	document.addEventListener(
		name,
		(event) => {
			const island = closest(event.target, 'astro-island')
			const action = island && !watched.has(island) && read(event)
			if (action) unwatched.set(island, [...(unwatched.get(island) ?? []), action])
		},
		{ signal: arriving.signal, capture: true },
	)

/** Watches an island until it is awake, wakes it with `wake` when somebody does something, and then does that again. */
export function repeatEarlyInput(island: HTMLElement, wake: () => Promise<void>) {
	const actions: EarlyAction[] = []
	const watching = new AbortController()

	const isAwaiting = () => [...island.querySelectorAll<HTMLElement>(SENDING)].some(isWithoutToken)

	async function repeat(): Promise<void> {
		await wake()
		for (let action = actions[0]; action; action = actions[0]) {
			if ((await reach(action.control)) && (await isAllowed(action.control))) quietly(action.again)
			actions.shift()
			// What it changed is on the screen before the next one.
			if (!action.isValue) await nextFrame()
		}
		// Who typed early presses Enter perhaps before the token is there.
		if (!isAwaiting()) watching.abort()
	}

	function keep(action: EarlyAction): void {
		const last = actions.at(-1)
		const isSame =
			last?.control === action.control && ((last.isValue && action.isValue) || (last.isPress && action.isPress))
		if (last && isSame) last.again = action.again
		else if (actions.push(action) === 1) void repeat()
	}

	for (const [name, read] of Object.entries(earlyActionOf)) {
		const { signal } = watching
		let action: EarlyAction | undefined
		let isLate = false
		// Read on the way down, where React has not heard it yet, and looked at on the way up, before its handlers.
		const before = (event: Event) => {
			action = isRepeating ? undefined : read(event)
			// A value that a field has when it is taken over is none that is new to React. A button it presses itself.
			isLate = action?.held !== undefined && !isTaken(action.control)
		}
		const after = () => {
			if (!action) return
			const isUnheard = isLate || action.isAwaited || !isTaken(action.control)
			if (isUnheard || (action.held !== undefined && isSetBack(action))) keep(action)
		}
		island.addEventListener(name, before, { signal, capture: true })
		island.addEventListener(name, after, { signal })
	}
	watched.add(island)
	for (const action of unwatched.get(island) ?? []) keep(action)

	return {
		/** Wakes it, and enters what its fields hold by now without anybody having typed it. */
		wakeWithFields(): void {
			for (const action of filledIn(island)) if (!isTaken(action.control)) keep(action)
			void wake()
		},
	}
}

/** Loads and wakes an island when first called, and answers with the same waking after. */
export function waker(island: HTMLElement, load: () => Promise<() => Promise<void>>): () => Promise<void> {
	let waking: Promise<void> | undefined
	const wake = async () => {
		fetchAhead(island)
		const hydrate = await load()
		await hydrate()
	}
	return () => {
		waking ??= wake()
		return waking
	}
}
