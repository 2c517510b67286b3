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
	const place = useRef<HTMLDivElement>(null)
	const widget = useRef<CaptchaHandle>(undefined)
	const answer = useRef(onAnswer)
	answer.current = onAnswer
	useImperativeHandle(handle, () => ({ reset: () => widget.current?.reset() }))
	// biome-ignore lint/correctness/useExhaustiveDependencies: the setup never changes on a page
	useEffect(() => {
		const element = place.current
		if (!element) return
		const say = (token: string) => answer.current(token)
		const shown = setup.provider === 'recaptcha' ? showRecaptcha(element, setup.siteKey, say) : showAltcha(element, say)
		void shown.then((made) => {
			widget.current = made
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
			<div ref={place} className="captcha-place">
				{/* The form hydrates when it is touched (`client:touched`); the widget replaces this hint. */}
				<p className="hint">The security check appears here when you start typing.</p>
			</div>
			<p className="field-error" id="captcha-error" aria-live="polite">
				{error}
			</p>
		</fieldset>
	)
}
