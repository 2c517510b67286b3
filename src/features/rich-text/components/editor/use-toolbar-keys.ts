import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'

const buttonsOf = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]

/** One of the buttons can be reached by Tab: the one that was used last. */
function setStop(bar: HTMLElement, stop: HTMLElement | undefined): void {
	for (const button of buttonsOf(bar)) button.tabIndex = button === stop ? 0 : -1
}

/**
 * A toolbar as ARIA describes it: Tab goes into it once, the arrow keys go from button to button, Home and End to the
 * first and the last.
 */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>) {
	// Also when buttons came or went.
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
