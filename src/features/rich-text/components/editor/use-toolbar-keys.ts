import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'

const buttonsOf = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]

/** Makes `stop` the only tab stop of the toolbar. */
function setStop(bar: HTMLElement, stop: HTMLElement | undefined): void {
	for (const button of buttonsOf(bar)) button.tabIndex = button === stop ? 0 : -1
}

/**
 * Adds keyboard navigation as ARIA specifies for a toolbar: a single tab stop, arrow keys between the buttons, Home
 * and End for the first and last one.
 */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>) {
	// Runs after every render, because buttons may have been added or removed.
	useEffect(() => {
		const { current } = bar
		if (!current) return
		const all = buttonsOf(current)
		setStop(current, all.find((button) => button.tabIndex === 0 && button.dataset.stop !== undefined) ?? all[0])
	})
	return {
		onFocus({ currentTarget, target }: FocusEvent<HTMLElement>) {
			if (!(target instanceof HTMLButtonElement)) return
			for (const button of buttonsOf(currentTarget)) delete button.dataset.stop
			target.dataset.stop = ''
			setStop(currentTarget, target)
		},
		onKeyDown(event: KeyboardEvent<HTMLElement>) {
			const all = buttonsOf(event.currentTarget)
			const at = all.indexOf(document.activeElement as HTMLButtonElement)
			const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
			if (at < 0 || next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
			event.preventDefault()
			all.at(next % all.length)?.focus()
		},
	}
}
