import type { ClientDirective } from 'astro'
import { repeatEarlyInput, waker } from './early-input.ts'
import { whenInView } from './in-view.ts'

/**
 * `client:reached`: as `client:visible`, but what comes before the island is awake is not lost. For what stands far
 * down a page that most only read.
 */
const reachedDirective: ClientDirective = (load, _options, element) => {
	const wake = waker(element, load)
	whenInView(element, () => void wake())
	repeatEarlyInput(element, wake)
}

export default reachedDirective
