import { Slider } from 'radix-ui'
import type { CSSProperties, KeyboardEvent } from 'react'
import { classes } from '#src/components/ui/styles.ts'

type Props = {
	label: string
	/** The value in words, for screen readers. */
	valueText: string
	value: number
	max: number
	step: number
	disabled?: boolean
	onChange: (value: number) => void
	/** Called on pointer down; changes until `onDragEnd` are part of the drag. */
	onDragStart?: () => void
	onDragEnd?: () => void
	/** Called if the gesture turns out to be something else, such as scrolling the page. */
	onDragCancel?: () => void
	/** Runs before the slider's own key handler; `preventDefault` skips that. */
	onKeyDown?: (event: KeyboardEvent) => void
	rangeClass: string
}

/** A slider on the navy background: a thin track in a hit area as tall as a control. */
export function TrackSlider(props: Props) {
	const { label, valueText, value, max, step, disabled = false, onChange, rangeClass } = props
	return (
		<Slider.Root
			value={[value]}
			min={0}
			max={max}
			step={step}
			disabled={disabled}
			onValueChange={([next]) => next !== undefined && onChange(next)}
			onPointerDown={props.onDragStart}
			onPointerUp={props.onDragEnd}
			onPointerCancel={props.onDragCancel}
			onKeyDown={props.onKeyDown}
			data-slider
			style={{ '--slider-at': value / max } as CSSProperties}
			className={classes(
				'group/slider relative flex h-[var(--slider-height,2.75rem)] touch-pan-y items-center select-none',
				disabled ? 'opacity-60' : 'cursor-pointer',
			)}
		>
			<Slider.Track className="relative h-1.25 grow overflow-hidden rounded-full bg-on-navy/25">
				<Slider.Range className={classes('absolute h-full rounded-full', rangeClass)} />
			</Slider.Track>
			<Slider.Thumb
				aria-label={label}
				aria-valuetext={valueText}
				aria-valuenow={value}
				className="grid size-6 place-items-center rounded-full after:size-4 after:rounded-full after:bg-on-navy after:shadow-[0_1px_3px_rgb(0_0_0/0.45)] after:transition-transform group-hover/slider:after:scale-115 data-disabled:hidden"
			/>
		</Slider.Root>
	)
}
