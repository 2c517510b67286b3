import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { focusFirstRemaining, pathOfOpener } from './focus.ts'
import { SignInEnded, SignInNoticeProvider, useSessionExpired } from './sign-in-ended.tsx'

type Props = {
	title: string
	/** Description, which screen readers read with the title. */
	description?: ReactNode
	/** Called when the user closes the dialog with the button, Escape, or a click outside. */
	onClose: () => void
	/** Keeps the dialog open while an action is pending. */
	busy?: boolean
	/** Whether closing would lose input. Escape, the close button and a click outside then ask first. */
	isDirty?: boolean
	/** `alertdialog` for a confirmation: a click outside does not close it. */
	role?: 'dialog' | 'alertdialog'
	children: ReactNode
}

/**
 * Shows a native modal dialog, which traps focus, makes the page inert and returns focus. (A library would add a style
 * element, which the Content-Security-Policy blocks.) Render it only while it is open.
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

/** Asks before input is discarded. Also used by forms outside of dialogs. */
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

/** Opens the dialog on mount and returns focus on unmount. */
function useModal(onClose: () => void) {
	const element = useRef<HTMLDialogElement>(null)
	const wasPressedOutside = useRef(false)
	const lastFocused = useRef<HTMLElement | null>(null)
	useEffect(() => {
		const dialog = element.current
		const opener = pathOfOpener()
		dialog?.showModal()
		// Focus the first field instead of the close button, which browsers would focus.
		dialog?.querySelector<HTMLElement>('form :is(input:not([type=hidden]), select, textarea)')?.focus()
		return () => {
			dialog?.close()
			// If two dialogs close together, the lower one has already returned focus.
			if (document.activeElement === document.body) focusFirstRemaining(opener)
		}
	}, [])

	/**
	 * Reopens the dialog. Browsers let a page prevent Escape only once per user action. A second Escape closes the dialog
	 * without asking, so it must be reopened.
	 */
	function reopen() {
		if (!element.current?.isConnected || element.current.open) return
		const focused = lastFocused.current
		element.current.showModal()
		focused?.focus()
		onClose()
	}

	return { element, wasPressedOutside, lastFocused, reopen }
}

type ModalProps = Omit<Props, 'isDirty'> & { busy: boolean }

/** Renders the dialog element. `onClose` is only a request: the dialog may stay open if it is busy or has input. */
function ModalDialog({ title, description, onClose, busy, role = 'dialog', children }: ModalProps) {
	const { element, wasPressedOutside: wasPressedBeside, lastFocused, reopen } = useModal(onClose)
	const id = useId()
	const sessionState = useSessionExpired()
	return (
		// The Escape key fires `cancel`. Events of nested dialogs also bubble here.
		// biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users close the dialog with Escape
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
				// A text selection that starts inside and ends outside also fires a click on the dialog.
				const isOutside = wasPressedBeside.current && event.target === element.current
				if (isOutside && !busy && role === 'dialog') onClose()
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
				{sessionState === 'ended' && (
					<div className="mt-5">
						<SignInEnded />
					</div>
				)}
				<div className="mt-5">
					<SignInNoticeProvider value={sessionState !== undefined}>{children}</SignInNoticeProvider>
				</div>
			</div>
		</dialog>
	)
}

/** Renders the buttons at the bottom of a dialog. They stay visible if the dialog is taller than the window. */
export function DialogActions({ children }: { children: ReactNode }) {
	return <div className="dialog-foot">{children}</div>
}
