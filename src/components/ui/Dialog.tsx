import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { focusWhatIsLeft, pathOf } from './focus.ts'

type Props = {
	title: string
	/** What it is about, read out with the title. */
	description?: ReactNode
	/** Called when the reader closes it: the button, Escape, or a click beside it. */
	onClose: () => void
	/** Keeps it open while something is being done. */
	busy?: boolean
	/** `alertdialog` for a decision that cannot be taken back: a click beside it does not close it. */
	role?: 'dialog' | 'alertdialog'
	children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the focus, makes the page behind inert and gives the focus back. (A
 * library's would write a style element into the page, which the Content-Security-Policy refuses.)
 * Render it while it shall be open.
 */
export function Dialog({ title, description, onClose, busy = false, role = 'dialog', children }: Props) {
	const element = useRef<HTMLDialogElement>(null)
	const wasPressedBeside = useRef(false)
	const id = useId()
	useEffect(() => {
		const dialog = element.current
		const opener = pathOf(document.activeElement)
		dialog?.showModal()
		// The browser would choose the button that closes it; who opens a form wants to write.
		dialog?.querySelector<HTMLElement>('form :is(input:not([type=hidden]), select, textarea)')?.focus()
		return () => {
			dialog?.close()
			focusWhatIsLeft(opener)
		}
	}, [])
	return (
		// Escape, the keyboard's way to close it, comes as `cancel`.
		// biome-ignore lint/a11y/useKeyWithClickEvents: the click beside it is only a second way
		<dialog
			ref={element}
			role={role}
			className="dialog"
			aria-labelledby={`${id}-title`}
			aria-describedby={description ? `${id}-text` : undefined}
			onCancel={(event) => {
				event.preventDefault()
				if (!busy) onClose()
			}}
			onPointerDown={(event) => {
				wasPressedBeside.current = event.target === element.current
			}}
			onClick={(event) => {
				// A selection that begins inside and ends beside is a click on the dialog, too.
				const isBeside = wasPressedBeside.current && event.target === element.current
				if (isBeside && !busy && role === 'dialog') onClose()
			}}
		>
			<div className="dialog-body">
				<div className="dialog-head">
					<h2 id={`${id}-title`} className="text-title">
						{title}
					</h2>
					<button type="button" className="icon-btn text-muted" aria-label="Close" disabled={busy} onClick={onClose}>
						<X aria-hidden="true" className="size-5" strokeWidth={1.75} />
					</button>
				</div>
				{description && (
					<div id={`${id}-text`} className="mt-2 text-muted">
						{description}
					</div>
				)}
				<div className="mt-5">{children}</div>
			</div>
		</dialog>
	)
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
	return <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>
}
