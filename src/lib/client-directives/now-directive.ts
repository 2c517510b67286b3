import type { ClientDirective } from 'astro'
import { repeatEarlyInput } from './early-input.ts'

/** `client:now`: as `client:load`, but what comes before the island is awake is not lost. For screens and forms. */
const nowDirective: ClientDirective = (load, _options, element) => {
	const waking = load().then((hydrate) => hydrate())
	repeatEarlyInput(element, () => waking)
}

export default nowDirective
