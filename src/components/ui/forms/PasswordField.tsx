import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classes } from '../styles.ts'
import { FieldShell, type TextField, useFieldIds } from './Field.tsx'

type Props = ComponentProps<typeof TextField> & {
	/** Whether a password manager fills in the one it knows, or offers one. */
	autoComplete: 'current-password' | 'new-password'
}

/**
 * Whether what is typed can be read. It is hidden again before the form is sent and when the page is left: browsers keep
 * what stands in a text field for the next form, and their password managers look for a password.
 */
function useShown(box: RefObject<HTMLElement | null>) {
	const [isShown, setIsShown] = useState(false)
	const turn = useRef((shown: boolean) => {
		const input = box.current?.querySelector('input')
		if (!input) return
		const { selectionStart, selectionEnd, selectionDirection } = input
		flushSync(() => setIsShown(shown))
		// Where it is not in the field, setting the caret would take the focus in some browsers.
		if (document.activeElement !== input) return
		// A change of type puts the caret at the beginning, in Chromium once the field is laid out: so that comes first.
		input.getBoundingClientRect()
		input.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined)
	}).current
	useEffect(() => {
		const form = box.current?.querySelector('input')?.form
		const hide = () => turn(false)
		form?.addEventListener('submit', hide, { capture: true })
		window.addEventListener('pagehide', hide)
		return () => {
			form?.removeEventListener('submit', hide, { capture: true })
			window.removeEventListener('pagehide', hide)
		}
	}, [box, turn])
	return { isShown, turn }
}

const Eye = ({ isCrossed }: { isCrossed: boolean }) => (
	<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" aria-hidden="true">
		<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" strokeLinejoin="round" />
		<circle cx="12" cy="12" r="2.8" />
		{isCrossed && <path d="M4 20 20 4" />}
	</svg>
)

/** A password, hidden as it is typed, with a button that shows it. */
export function PasswordField({ label, hint, optional, error, id, className, ...rest }: Props) {
	const ids = useFieldIds(id, { label, hint, error })
	const box = useRef<HTMLDivElement>(null)
	const { isShown, turn } = useShown(box)
	return (
		<FieldShell {...{ label, hint, optional, error, ids }}>
			<div className="password" ref={box}>
				<input
					autoCapitalize="none"
					autoCorrect="off"
					// While it is text, it would go to the services of some browsers that check spelling.
					spellCheck={false}
					{...rest}
					type={isShown ? 'text' : 'password'}
					id={ids.id}
					className={classes('input', className)}
					aria-invalid={error ? true : undefined}
					aria-describedby={ids.describedBy}
				/>
				<button
					type="button"
					aria-pressed={isShown}
					// Which one it is stands in the description: looking for a field by its label finds the field alone.
					aria-describedby={ids.labelId}
					// The focus stays where it is, and a phone's keyboard open.
					onMouseDown={(event) => event.preventDefault()}
					onClick={() => turn(!isShown)}
				>
					<span className="sr-only">Show what is typed</span>
					<Eye isCrossed={isShown} />
				</button>
			</div>
		</FieldShell>
	)
}
