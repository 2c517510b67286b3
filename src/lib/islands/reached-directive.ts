import type { ClientDirective } from 'astro'
import { replayEarlyInput } from './early-input.ts'
import { whenInView } from './in-view.ts'

/** `client:reached`: like `client:visible`, but replays earlier input. For the end of long pages. */
const reachedDirective: ClientDirective = (load, _options, element) => {
	const wake = replayEarlyInput(element, load)
	whenInView(element, () => void wake())
}

export default reachedDirective
