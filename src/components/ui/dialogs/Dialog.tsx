import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { focusWhatIsLeft, pathOfOpener } from './focus.ts'
import { SaysSignInEnded, SignInEnded, useSignInEnded } from './sign-in-ended.tsx'

type Props = {
	title: string
	/** What it is about, read out with the title. */
	description?: ReactNode
	/** Called when the reader closes it: the button, Escape, or a click beside it. */
	onClose: () => void
	/** Keeps it open while something is being done. */
	busy?: boolean
	/** Something was typed that closing would lose: Escape, the cross and a click beside it ask first. */
	isDirty?: boolean
	/** `alertdialog` for a decision that cannot be taken back: a click beside it does not close it. */
	role?: 'dialog' | 'alertdialog'
	children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the focus, makes the page behind inert and gives the focus back. (A
 * library's would write a style element into the page, which the Content-Security-Policy refuses.)
 * Render it while it shall be open.
 */
export function Dialog({ onClose, busy = false, isDirty = false, ...props }: Props) {
	const [isAsking, setIsAsking] = useState(false)
	function close() {
		if (busy) return
		if (isDirty) setIsAsking(true)
		else onClose()
	}
	return (
		<>
			<ModalDialog {...props} busy={busy} onClose={close} />
			{isAsking && <DiscardDialog onKeep={() => setIsAsking(false)} onDiscard={onClose} />}
		</>
	)
}

type DiscardProps = { onKeep: () => void; onDiscard: () => void; description?: string }

/** Asks before something typed is discarded; for forms that stand in a page, too. */
export function DiscardDialog({ onKeep, onDiscard, description = 'It has not been saved yet.' }: DiscardProps) {
	return (
		<ModalDialog
			role="alertdialog"
			title="Discard what you typed?"
			description={description}
			busy={false}
			onClose={onKeep}
		>
			<DialogActions>
				<Button variant="line" onClick={onKeep}>
					Keep editing
				</Button>
				<Button variant="danger" onClick={onDiscard}>
					Discard
				</Button>
			</DialogActions>
		</ModalDialog>
	)
}

/** Opens the dialog with its component, and gives the focus back at the end. */
function useModal(onClose: () => void) {
	const element = useRef<HTMLDialogElement>(null)
	const wasPressedBeside = useRef(false)
	const lastFocused = useRef<HTMLElement | null>(null)
	useEffect(() => {
		const dialog = element.current
		const opener = pathOfOpener()
		dialog?.showModal()
		// The browser would choose the button that closes it; who opens a form wants to write.
		dialog?.querySelector<HTMLElement>('form :is(input:not([type=hidden]), select, textarea)')?.focus()
		return () => {
			dialog?.close()
			// Of two that close together, the one below has given it back already.
			if (document.activeElement === document.body) focusWhatIsLeft(opener)
		}
	}, [])

	/**
	 * Browsers let a page refuse Escape only once per key or press: at the second one in a row they close the dialog
	 * without asking. It is opened again, and what closes it is decided as always.
	 */
	function reopen() {
		if (!element.current?.isConnected || element.current.open) return
		const focused = lastFocused.current
		element.current.showModal()
		focused?.focus()
		onClose()
	}

	return { element, wasPressedBeside, lastFocused, reopen }
}

type ModalProps = Omit<Props, 'isDirty'> & { busy: boolean }

/** `onClose` is asked for here and may leave the dialog open: a busy one, or one with something typed. */
function ModalDialog({ title, description, onClose, busy, role = 'dialog', children }: ModalProps) {
	const { element, wasPressedBeside, lastFocused, reopen } = useModal(onClose)
	const id = useId()
	const signIn = useSignInEnded()
	return (
		// Escape, the keyboard's way to close it, comes as `cancel`. Events of a dialog inside come by here too.
		// biome-ignore lint/a11y/useKeyWithClickEvents: the click beside it is only a second way
		<dialog
			ref={element}
			role={role}
			className="dialog"
			aria-labelledby={`${id}-title`}
			aria-describedby={description ? `${id}-text` : undefined}
			onFocus={({ target }) => {
				lastFocused.current = target
			}}
			onCancel={(event) => {
				if (event.target !== element.current) return
				event.preventDefault()
				if (!busy) onClose()
			}}
			onClose={(event) => {
				if (event.target === element.current) reopen()
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
				{signIn === 'ended' && (
					<div className="mt-5">
						<SignInEnded />
					</div>
				)}
				<div className="mt-5">
					<SaysSignInEnded value={signIn !== undefined}>{children}</SaysSignInEnded>
				</div>
			</div>
		</dialog>
	)
}

/** The buttons at the foot of a dialog. They stay in view where it is higher than the window. */
export function DialogActions({ children }: { children: ReactNode }) {
	return <div className="dialog-foot">{children}</div>
}
