import type { CaptchaHandle } from '../captcha.ts'
import { getCaptchaChallenge } from '../contract.ts'

/**
 * Renders ALTCHA's widget into `container`. Uses the build without inline styles or inline workers, which our
 * Content-Security-Policy forbids.
 */
export async function showAltcha(container: HTMLElement, onToken: (token: string) => void): Promise<CaptchaHandle> {
	const [{ default: PowWorker }] = await Promise.all([
		import('altcha/workers/pbkdf2?worker'),
		import('altcha/external'),
		import('altcha/altcha.css'),
	])
	globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new PowWorker())
	const widget = document.createElement('altcha-widget')
	widget.setAttribute('challenge', getCaptchaChallenge.path)
	widget.setAttribute('name', 'altcha')
	widget.setAttribute('language', 'en')
	const configuration = { hideFooter: true, hideLogo: true, humanInteractionSignature: false, validationMessage: '' }
	widget.setAttribute('configuration', JSON.stringify(configuration))
	widget.addEventListener('statechange', (event) => {
		const { state, payload } = (event as CustomEvent<{ state: string; payload: string | null }>).detail
		onToken(state === 'verified' && payload ? payload : '')
	})
	container.replaceChildren(widget)
	return { reset: () => widget.reset() }
}
