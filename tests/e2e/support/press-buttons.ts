/**
 * Presses each visible button of the page once, submit buttons first, including buttons that appear later. Every save
 * fails. Runs in the page, so it uses nothing outside its body.
 * @returns the labels of submit buttons whose form was removed after a failed save.
 */
export async function pressButtons(limit: number): Promise<string[]> {
	const pressed = new Set<Element>()
	const lost: string[] = []
	let saves = 0
	const originalFetch = window.fetch
	window.fetch = async (input, init) => {
		if ((init?.method ?? 'GET') === 'GET') return originalFetch(input, init)
		saves++
		return new Response('The service is busy.', { status: 503 })
	}
	// Block navigation, which would remove the other buttons.
	navigation.addEventListener('navigate', (event) => {
		if (!event.destination.sameDocument && event.cancelable) event.preventDefault()
	})
	const isOpen = (button: HTMLButtonElement) => !pressed.has(button) && !button.disabled && button.checkVisibility()
	const next = () => {
		const open = [...document.querySelectorAll('button')].filter(isOpen)
		return open.find(({ form, type }) => form && type === 'submit') ?? open[0]
	}
	for (let button = next(); button && pressed.size < limit; button = next()) {
		pressed.add(button)
		const before = saves
		const form = button.type === 'submit' ? button.form : null
		button.click()
		for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
		if (form && saves > before && !form.isConnected) lost.push(button.textContent)
	}
	return lost
}
