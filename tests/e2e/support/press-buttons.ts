/**
 * Presses each visible button of the page once, forms' buttons first, and buttons that appear meanwhile. Every save
 * fails. Runs in the page, so it uses nothing outside itself.
 * @returns the forms that a failed save removed.
 */
export async function pressButtons(most: number): Promise<string[]> {
	const pressed = new Set<Element>()
	const lost: string[] = []
	let saves = 0
	const read = window.fetch
	window.fetch = async (input, init) => {
		if ((init?.method ?? 'GET') === 'GET') return read(input, init)
		saves++
		return new Response('The service is busy.', { status: 503 })
	}
	// A button that leaves the page would hide the others.
	navigation.addEventListener('navigate', (event) => {
		if (!event.destination.sameDocument && event.cancelable) event.preventDefault()
	})
	const isOpen = (button: HTMLButtonElement) => !pressed.has(button) && !button.disabled && button.checkVisibility()
	const next = () => {
		const open = [...document.querySelectorAll('button')].filter(isOpen)
		return open.find(({ form, type }) => form && type === 'submit') ?? open[0]
	}
	for (let button = next(); button && pressed.size < most; button = next()) {
		pressed.add(button)
		const before = saves
		const form = button.type === 'submit' ? button.form : null
		button.click()
		for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
		if (form && saves > before && !form.isConnected) lost.push(button.textContent)
	}
	return lost
}
