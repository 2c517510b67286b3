// What somebody did to an island before it was awake is done again once it hears it: nothing typed, chosen or
// pressed is lost, on a slow connection either. Astro bundles this into every directive that uses it.

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A press, or for fields the value that they were given. */
interface Deed {
	control: Control
	value?: string
	/** What a press made of a checkbox or radio button. */
	checked?: boolean
}

const isSwitch = (control: Control) => /^(checkbox|radio)$/.test(control.type)

function controlAt(target: EventTarget | null, selector: string): Control | undefined {
	return target instanceof Element ? (target.closest<Control>(selector) ?? undefined) : undefined
}

/** Whether React has taken the element over: until then it would hear nothing. */
const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/** Whether an event comes from here, and not from somebody. */
let isRepeating = false

function quietly(work: () => void): void {
	isRepeating = true
	work()
	isRepeating = false
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Waits until the island hears `control`, some seconds at most. */
async function reach(control: Control): Promise<boolean> {
	for (let frames = 300; frames > 0 && control.isConnected; frames--) {
		// React takes over at once what an event comes from, so that nothing can be typed in between.
		quietly(() => control.dispatchEvent(new Event('input', { bubbles: true })))
		if (isTaken(control)) return true
		await nextFrame()
	}
	return false
}

/** React tells its components of a value only when it differs from the one that it last saw itself. */
function enter(control: Control, value: string): void {
	control.value = value === '' ? ' ' : ''
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
	control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function press(control: Control, checked: boolean | undefined): void {
	if (control instanceof HTMLInputElement && checked !== undefined) control.checked = !checked
	// Tabs listen for this one.
	control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
	control.click()
}

/** Watches an island until it is awake, wakes it with `wake` when somebody does something, and then does that again. */
export function repeatEarlyInput(island: HTMLElement, wake: () => Promise<void>): void {
	const deeds: Deed[] = []
	const watching = new AbortController()

	async function repeat(): Promise<void> {
		await wake()
		for (let deed = deeds[0]; deed; deed = deeds[0]) {
			const { control, value, checked } = deed
			if (await reach(control)) quietly(() => (value === undefined ? press(control, checked) : enter(control, value)))
			deeds.shift()
			// What it changed is on the screen before the next one.
			if (value === undefined) await nextFrame()
		}
		watching.abort()
	}

	function keep(deed: Deed): void {
		const last = deeds.at(-1)
		if (deed.value !== undefined && last?.control === deed.control) last.value = deed.value
		else if (deeds.push(deed) === 1) void repeat()
	}

	const watch = (name: 'click' | 'input', deedOf: (target: EventTarget | null) => Deed | undefined) =>
		island.addEventListener(
			name,
			({ target }) => {
				const deed = isRepeating ? undefined : deedOf(target)
				if (deed && !isTaken(deed.control)) keep(deed)
			},
			{ signal: watching.signal },
		)
	watch('click', (target) => {
		const control = controlAt(target, 'button, [type=checkbox], [type=radio]')
		return control && { control, ...(control instanceof HTMLInputElement && { checked: control.checked }) }
	})
	watch('input', (target) => {
		const control = controlAt(target, 'input, select, textarea')
		return control && !isSwitch(control) ? { control, value: control.value } : undefined
	})
}
