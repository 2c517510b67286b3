import type { ClientDirective } from 'astro'
import { repeatEarlyInput, waker } from './early-input.ts'

/**
 * `client:reached`: as `client:visible`, but what comes before the island is awake is not lost. For what stands far
 * down a page that most only read.
 */
const reachedDirective: ClientDirective = (load, _options, element) => {
	const wake = waker(element, load)
	const sight = new IntersectionObserver((entries) => {
		if (!entries.some(({ isIntersecting }) => isIntersecting)) return
		sight.disconnect()
		void wake()
	})
	// The island's own element has no box.
	for (const child of element.children) sight.observe(child)
	repeatEarlyInput(element, wake)
}

export default reachedDirective
