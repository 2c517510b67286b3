import type { CaptchaHandle } from '../captcha.ts'

interface Recaptcha {
	ready(callback: () => void): void
	render(container: HTMLElement, options: Record<string, unknown>): number
	reset(id: number): void
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit'

function loadScript(): Promise<Recaptcha> {
	const page = window as unknown as { grecaptcha?: Recaptcha }
	return new Promise((resolve, reject) => {
		const whenReady = () => page.grecaptcha?.ready(() => page.grecaptcha && resolve(page.grecaptcha))
		if (page.grecaptcha) return whenReady()
		const script = document.createElement('script')
		script.src = SCRIPT
		script.async = true
		script.addEventListener('load', whenReady)
		script.addEventListener('error', () => reject(new Error('reCAPTCHA could not be loaded')))
		document.head.append(script)
	})
}

export async function showRecaptcha(
	container: HTMLElement,
	siteKey: string,
	onToken: (token: string) => void,
): Promise<CaptchaHandle> {
	const recaptcha = await loadScript()
	const inner = document.createElement('div')
	container.replaceChildren(inner)
	const id = recaptcha.render(inner, {
		sitekey: siteKey,
		theme: 'light',
		size: 'normal',
		badge: 'bottomright',
		callback: onToken,
		'expired-callback': () => onToken(''),
		'error-callback': () => onToken(''),
	})
	return { reset: () => recaptcha.reset(id) }
}
