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
 * Renders two buttons that move an item of a list up and down. The buttons keep focus at the
 * ends of the list and while disabled.
 */
export function MoveButtons({ of, at, count, disabled = false, iconClass = 'size-4', onMove }: Props) {
	const steps = [
		{ direction: 'up', Icon: ArrowUp, to: at - 1, isEnd: at === 0 },
		{ direction: 'down', Icon: ArrowDown, to: at + 1, isEnd: at === count - 1 },
	]
	return steps.map(({ direction, Icon, to, isEnd }) => {
		const isDisabled = isEnd || disabled
		return (
			<button
				key={direction}
				type="button"
				className="icon-btn"
				aria-label={`Move ${of} ${direction}`}
				// Not `disabled`, which would remove focus from the pressed button.
				aria-disabled={isDisabled || undefined}
				onClick={() => isDisabled || onMove(to)}
			>
				<Icon aria-hidden="true" className={iconClass} strokeWidth={1.75} />
			</button>
		)
	})
}
