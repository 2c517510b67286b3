import type { ClientDirective } from 'astro'
import { replayEarlyInput } from './early-input.ts'

/** `client:now`: like `client:load`, but replays earlier input. For screens and forms. */
const nowDirective: ClientDirective = (load, _options, element) => {
	const wake = replayEarlyInput(element, load)
	void wake()
}

export default nowDirective
