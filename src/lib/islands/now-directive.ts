import type { ClientDirective } from 'astro'
import { replayEarlyInput, waker } from './early-input.ts'

/** `client:now`: like `client:load`, but replays earlier input. For screens and forms. */
const nowDirective: ClientDirective = (load, _options, element) => {
	const wake = waker(element, load)
	void wake()
	replayEarlyInput(element, wake)
}

export default nowDirective
