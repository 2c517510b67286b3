import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { CaptchaHandle, CaptchaSetup } from '../captcha.ts'
import { showAltcha } from './altcha-widget.ts'
import { showRecaptcha } from './recaptcha-widget.ts'

type Props = {
	setup: CaptchaSetup
	/** Called with the token, and with '' when it expires. */
	onAnswer: (token: string) => void
	handle: RefObject<CaptchaHandle | null>
	/** Name of the form field, which the error summary links to. */
	field: string
	error: string | undefined
}

export function Captcha({ setup, onAnswer, handle, field, error }: Props) {
	const container = useRef<HTMLDivElement>(null)
	const widget = useRef<CaptchaHandle>(undefined)
	const latestOnAnswer = useRef(onAnswer)
	latestOnAnswer.current = onAnswer
	useImperativeHandle(handle, () => ({ reset: () => widget.current?.reset() }))
	// biome-ignore lint/correctness/useExhaustiveDependencies: the setup never changes on a page
	useEffect(() => {
		const element = container.current
		if (!element) return
		const onToken = (token: string) => latestOnAnswer.current(token)
		const rendered =
			setup.provider === 'recaptcha' ? showRecaptcha(element, setup.siteKey, onToken) : showAltcha(element, onToken)
		void rendered.then((newWidget) => {
			widget.current = newWidget
		})
		return () => element.replaceChildren()
	}, [])
	return (
		<fieldset
			className="field"
			data-field={field}
			data-wrong={error ? true : undefined}
			aria-describedby={error ? 'captcha-error' : undefined}
		>
			<legend className="label mb-1.5">Security check</legend>
			<div ref={container} className="captcha-place">
				{/* The form hydrates when it is touched (`client:touched`); the widget replaces this hint. */}
				<p className="hint">The security check appears here when you start typing.</p>
			</div>
			<p className="field-error" id="captcha-error" aria-live="polite">
				{error}
			</p>
		</fieldset>
	)
}
