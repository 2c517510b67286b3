import { type KeyboardEvent, useRef, useState } from 'react'
import { clock } from '#src/lib/text/cues.ts'
import { formatDuration } from '../../episodes/episode-format.ts'
import type { SinglePlayer } from '../../player/player-actions.ts'
import { type PlayerState, SEEK_STEP_SECONDS } from '../../player/player-state.ts'
import { minutesClock, spokenPosition } from '../spoken-time.ts'
import { TrackSlider } from './TrackSlider.tsx'

/** Larger steps for a long episode. The plain arrow keys move by one slider step. */
const SHIFT_ARROW_SECONDS = 5
const PAGE_SECONDS = 15

type Props = {
	/** An unknown duration disables seeking. */
	state: Pick<PlayerState, 'position' | 'duration'>
	player: Pick<SinglePlayer, 'seek'>
	/** Hides the times. Set if they appear elsewhere. */
	isBare?: boolean
	/** Formats times as `1:02:03`; otherwise as minutes and seconds, as specified for the home page. */
	hasHours?: boolean
}

export function SeekSlider({ state: { position, duration }, player, isBare = false, hasHours = false }: Props) {
	const onSeek = (seconds: number) => player.seek(seconds)
	const drag = useDrag(onSeek)
	const shown = drag.value ?? position
	return (
		<div>
			<TrackSlider
				label="Position"
				valueText={spokenPosition(shown, duration)}
				value={Math.min(shown, duration ?? 1)}
				max={duration ?? 1}
				step={SEEK_STEP_SECONDS}
				disabled={duration === null}
				onChange={drag.change}
				onDragStart={drag.start}
				onDragEnd={drag.end}
				onDragCancel={drag.cancel}
				onKeyDown={(event) => {
					const by = keySeconds(event)
					if (by === 0 || duration === null) return
					// Prevents the slider's own, much smaller step.
					event.preventDefault()
					onSeek(position + by)
				}}
				rangeClass="bg-brass-on-navy"
			/>
			{!isBare && (
				<div className="pointer-events-none -mt-2 flex justify-between text-tiny text-on-navy-muted tabular-nums">
					<span>{hasHours ? clock(shown) : minutesClock(shown, Math.floor)}</span>
					<span>
						{duration === null ? '-:--' : hasHours ? formatDuration(duration) : minutesClock(duration, Math.round)}
					</span>
				</div>
			)}
		</div>
	)
}

/**
 * During a drag only the thumb moves, and the audio seeks on release: a seek per pixel would stutter. Keys seek
 * immediately. The last value is in a ref, because the release can come before React renders.
 */
function useDrag(onSeek: (seconds: number) => void) {
	const [value, setValue] = useState<number | null>(null)
	const drag = useRef<{ value: number | null }>(null)
	const stop = () => {
		drag.current = null
		setValue(null)
	}
	return {
		value,
		start() {
			drag.current = { value: null }
		},
		change(seconds: number) {
			if (!drag.current) return onSeek(seconds)
			drag.current.value = seconds
			setValue(seconds)
		},
		end() {
			const seconds = drag.current?.value ?? null
			stop()
			if (seconds !== null) onSeek(seconds)
		},
		cancel: stop,
	}
}

function keySeconds({ key, shiftKey }: KeyboardEvent): number {
	if (key === 'PageUp') return PAGE_SECONDS
	if (key === 'PageDown') return -PAGE_SECONDS
	if (!shiftKey) return 0
	if (key === 'ArrowRight' || key === 'ArrowUp') return SHIFT_ARROW_SECONDS
	if (key === 'ArrowLeft' || key === 'ArrowDown') return -SHIFT_ARROW_SECONDS
	return 0
}
