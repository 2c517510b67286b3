import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as RadixToast } from 'radix-ui'
import { useEffect, useState } from 'react'
import { classes } from '#src/components/ui/styles.ts'
import {
	$toast,
	causeOfToast,
	dismissToast,
	showSavedToast,
	TOAST_DURATION_MS,
	TOAST_SWIPE_THRESHOLD_PX,
	type Toast,
} from '#src/lib/toast.ts'

/** Shows one toast at a time. Use once in the layout. */
export function Toaster() {
	const toast = useStore($toast, { ssr: 'initial' })
	// Kept for the exit animation after the store is cleared.
	const [last, setLast] = useState<Toast | null>(null)
	if (toast && toast !== last) setLast(toast)
	useEffect(showSavedToast, [])
	return (
		// The key resets Radix's timer, which pauses under the pointer. Otherwise, after a toast is closed by a click, the
		// next toast would stay paused.
		<RadixToast.Provider
			key={last?.id}
			duration={TOAST_DURATION_MS}
			swipeDirection="right"
			swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
		>
			{last && (
				<>
					<ToastCard toast={last} open={toast !== null} />
					<RadixToast.Viewport className="toasts" />
				</>
			)}
		</RadixToast.Provider>
	)
}

/** Gap in pixels between a toast and an element that must stay visible. */
const GAP = 8
/**
 * Time in milliseconds after which a toast's entry animation has ended. Until then, a message or a changed button may
 * move the page.
 */
const ENTRY_MS = 250

/**
 * Returns how many pixels of a control a toast covers, limited so that the error message of a form stays in the
 * window.
 */
function coveredPart(card: HTMLElement, control: Element | null | undefined): number {
	if (!control || card.contains(control)) return 0
	const [toast, box] = [card.getBoundingClientRect(), control.getBoundingClientRect()]
	const isBeside = box.right < toast.left || box.left > toast.right || box.top > toast.bottom
	const message = control.closest('form')?.querySelector('[role="alert"]')?.getBoundingClientRect().top ?? toast.top
	const covered = Math.min(box.bottom, window.innerHeight) + GAP - toast.top
	return isBeside ? 0 : Math.min(covered, message - GAP)
}

/**
 * Scrolls the page if a new toast covers the control that caused it, or the focused field. Does nothing if a dialog is
 * open, because it covers the page and the toast.
 */
function uncover(card: HTMLElement): void {
	if (!card.isConnected || document.querySelector('dialog[open]')) return
	const field = document.activeElement?.closest('input, select, textarea, [contenteditable]')
	const covered = Math.max(coveredPart(card, causeOfToast()), coveredPart(card, field))
	if (covered > 0) window.scrollBy(0, covered)
}

const uncoverSoon = (card: HTMLElement | null) => void (card && setTimeout(uncover, ENTRY_MS, card))

/** Dismisses a toast when the user scrolls by touch: on a phone it may cover the text they want to read next. */
function useDismissOnTouch({ id, variant }: Toast): void {
	useEffect(() => {
		if (variant === 'destructive') return
		const dismiss = ({ target }: TouchEvent) => {
			if (!(target instanceof Element && target.closest('.toasts'))) dismissToast(id)
		}
		document.addEventListener('touchmove', dismiss, { passive: true })
		return () => document.removeEventListener('touchmove', dismiss)
	}, [id, variant])
}

function ToastCard({ toast, open }: { toast: Toast; open: boolean }) {
	useDismissOnTouch(toast)
	const destructive = toast.variant === 'destructive'
	const Icon = destructive ? CircleAlert : CircleCheck
	return (
		<RadixToast.Root
			ref={uncoverSoon}
			open={open}
			onOpenChange={(isOpen) => !isOpen && dismissToast(toast.id)}
			// A failure interrupts screen readers; a success waits for a pause.
			type={destructive ? 'foreground' : 'background'}
			className={classes(
				'card relative grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 pr-2 pl-5 shadow-menu sm:py-2',
				'transition-[opacity,translate] duration-200 starting:translate-y-2 starting:opacity-0',
				'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none',
			)}
		>
			<span className={classes('absolute inset-y-0 left-0 w-1', destructive ? 'bg-red' : 'bg-green')} />
			<Icon
				aria-hidden="true"
				strokeWidth={1.75}
				className={classes('mt-2.5 size-5 sm:mt-3', destructive ? 'text-red' : 'text-green')}
			/>
			<div className="py-2 text-ui sm:py-2.5">
				<RadixToast.Title className="leading-snug font-label">{toast.title}</RadixToast.Title>
				{/* The screen reader announcement joins the title and description, so they need a space. */}
				{toast.description && ' '}
				{toast.description && (
					<RadixToast.Description className="mt-0.5 text-small text-muted">{toast.description}</RadixToast.Description>
				)}
			</div>
			<RadixToast.Close aria-label="Close" className="icon-btn text-muted hover:text-ink">
				<X aria-hidden="true" className="size-5" strokeWidth={1.75} />
			</RadixToast.Close>
		</RadixToast.Root>
	)
}
