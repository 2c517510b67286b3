import { useEffect, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { formatNumber } from '#src/lib/text/format-number.ts'

/** An application's position in its list, and functions that open its neighbors. */
export interface ListPosition {
	/** Counted from one. */
	at: number
	total: number
	onNext: (() => void) | undefined
	onPrevious: (() => void) | undefined
}

const TYPING = 'input, select, textarea, [contenteditable="true"]'

/** Calls the functions of these keys, but not while the reader types or another dialog is open above this one. */
function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
	const latest = useRef(keys)
	latest.current = keys
	useEffect(() => {
		function onKey(event: KeyboardEvent): void {
			const act = latest.current[event.key.toLowerCase()]
			if (!act || event.defaultPrevented || event.repeat || event.isComposing) return
			if (event.ctrlKey || event.metaKey || event.altKey) return
			if (event.target instanceof Element && event.target.closest(TYPING)) return
			if (document.querySelectorAll('dialog[open]').length > 1) return
			event.preventDefault()
			act()
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [])
}

interface Props {
	position: ListPosition | undefined
	/** Absent once the application is decided, and while a decision is being saved. */
	onDecide?: ((action: 'approve' | 'reject') => void) | undefined
}

/** Handles buttons and keys to move between applications, and keys to decide; lists the keys. */
export function ReadingBar({ position, onDecide }: Props) {
	useKeys({
		j: position?.onNext,
		k: position?.onPrevious,
		a: onDecide && (() => onDecide('approve')),
		r: onDecide && (() => onDecide('reject')),
	})
	if (!position) return null
	return (
		<div className="reading-bar">
			<div>
				<Button variant="line" className="btn-small" disabled={!position.onPrevious} onClick={position.onPrevious}>
					Previous
				</Button>
				<p>{`${formatNumber(position.at)} of ${formatNumber(position.total)}`}</p>
				<Button variant="line" className="btn-small" disabled={!position.onNext} onClick={position.onNext}>
					Next
				</Button>
			</div>
			<p className="reading-keys hint">
				Keys: <kbd>j</kbd> next, <kbd>k</kbd> previous
				{onDecide && (
					<>
						, <kbd>a</kbd> approve, <kbd>r</kbd> reject
					</>
				)}
				. Not while you type.
			</p>
		</div>
	)
}
