import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { audibleVolume, isMuted, type PlayerState, VOLUME_STEP } from '../../player/player-state.ts'
import type { Player } from '../../player/player-store.ts'
import { TrackSlider } from './TrackSlider.tsx'

type Props = { state: PlayerState; player: Pick<Player, 'setVolume' | 'toggleMute'> }

export function VolumeControl({ state, player }: Props) {
	const muted = isMuted(state)
	const volume = audibleVolume(state)
	const Icon = muted ? VolumeX : volume < 0.5 ? Volume1 : Volume2
	return (
		<div className="flex items-center gap-1">
			<button
				type="button"
				aria-label={muted ? 'Unmute' : 'Mute'}
				onClick={() => player.toggleMute()}
				className="icon-btn rounded-full text-on-navy-muted hover:text-on-navy"
			>
				<Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
			</button>
			<div className="volume-track w-19 min-[30rem]:w-22">
				<TrackSlider
					label="Volume"
					valueText={muted ? 'Muted' : `${Math.round(volume * 100)} percent`}
					value={volume}
					max={1}
					step={VOLUME_STEP}
					onChange={(value) => player.setVolume(value)}
					rangeClass="bg-on-navy"
				/>
			</div>
		</div>
	)
}
