import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldShell, type TextField, useField } from './Field.tsx'

type Props = ComponentProps<typeof TextField> & {
	/** Whether a password manager fills in a known password or suggests a new one. */
	autoComplete: 'current-password' | 'new-password'
}

/**
 * Manages the visibility of a password. Hides it before submit and when the page is left: browsers store the content of
 * text fields, and password managers look for a password field.
 */
function usePasswordVisibility(box: RefObject<HTMLElement | null>) {
	const [isShown, setIsShown] = useState(false)
	const setVisible = useRef((shown: boolean) => {
		const input = box.current?.querySelector('input')
		if (!input) return
		const { selectionStart, selectionEnd, selectionDirection } = input
		flushSync(() => setIsShown(shown))
		// Setting the caret in an unfocused field would move focus in some browsers.
		if (document.activeElement !== input) return
		// Changing the type moves the caret to the start, in Chromium at the next layout, so force a layout first.
		input.getBoundingClientRect()
		input.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined)
	}).current
	useEffect(() => {
		const form = box.current?.querySelector('input')?.form
		const hide = () => setVisible(false)
		form?.addEventListener('submit', hide, { capture: true })
		window.addEventListener('pagehide', hide)
		return () => {
			form?.removeEventListener('submit', hide, { capture: true })
			window.removeEventListener('pagehide', hide)
		}
	}, [box, setVisible])
	return { isShown, turn: setVisible }
}

const Eye = ({ isCrossed: isCrossedOut }: { isCrossed: boolean }) => (
	<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" aria-hidden="true">
		<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" strokeLinejoin="round" />
		<circle cx="12" cy="12" r="2.8" />
		{isCrossedOut && <path d="M4 20 20 4" />}
	</svg>
)

/** A password field with a button that shows the password. */
export function PasswordField(props: Props) {
	const { frame, control } = useField(props)
	const box = useRef<HTMLDivElement>(null)
	const { isShown, turn: setVisible } = usePasswordVisibility(box)
	return (
		<FieldShell {...frame}>
			<div className="password" ref={box}>
				<input
					autoCapitalize="none"
					autoCorrect="off"
					// A visible password would be sent to the cloud spell checkers of some browsers.
					spellCheck={false}
					{...control}
					type={isShown ? 'text' : 'password'}
				/>
				<button
					type="button"
					aria-pressed={isShown}
					// Name the field in the description, so that a search by label finds only the field.
					aria-describedby={`${control.id}-label`}
					// Keep focus in the field, and a phone's keyboard open.
					onMouseDown={(event) => event.preventDefault()}
					onClick={() => setVisible(!isShown)}
				>
					<span className="sr-only">Show password</span>
					<Eye isCrossed={isShown} />
				</button>
			</div>
		</FieldShell>
	)
}
