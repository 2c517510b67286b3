import { ArrowDown, ArrowUp } from 'lucide-react'

type Props = {
	/** Name of the item to move, for the buttons' accessible labels. */
	of: string
	/** Position of the item, counted from zero, and the number of items. */
	at: number
	count: number
	disabled?: boolean
	iconClass?: string
	onMove: (to: number) => void
}

/**
 * Renders two buttons that move an item of a list up and down. They keep focus at an end of the list and while
 * disabled.
 */
export function MoveButtons({ of, at, count, disabled = false, iconClass = 'size-4', onMove }: Props) {
	const steps = [
		{ word: 'up', Icon: ArrowUp, to: at - 1, isEnd: at === 0 },
		{ word: 'down', Icon: ArrowDown, to: at + 1, isEnd: at === count - 1 },
	]
	return steps.map(({ word, Icon, to, isEnd }) => {
		const isOff = isEnd || disabled
		return (
			<button
				key={word}
				type="button"
				className="icon-btn"
				aria-label={`Move ${of} ${word}`}
				// Not `disabled`, which would remove focus from the pressed button.
				aria-disabled={isOff || undefined}
				onClick={() => isOff || onMove(to)}
			>
				<Icon aria-hidden="true" className={iconClass} strokeWidth={1.75} />
			</button>
		)
	})
}
