import type { ClientDirective } from 'astro'
import { replayEarlyInput, waker } from './early-input.ts'
import { whenInView } from './in-view.ts'

/** `client:reached`: like `client:visible`, but replays earlier input. For the end of pages that are mostly read. */
const reachedDirective: ClientDirective = (load, _options, element) => {
	const wake = waker(element, load)
	whenInView(element, () => void wake())
	replayEarlyInput(element, wake)
}

export default reachedDirective
