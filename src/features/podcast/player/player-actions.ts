import type { PlayerPodcast } from './player-state.ts'
import type { Player } from './player-store.ts'

/** The player's actions for a screen with a list. */
export type PlayerActions = Pick<
	Player,
	'choose' | 'toggle' | 'next' | 'previous' | 'seek' | 'setVolume' | 'toggleMute'
>

/** The player's actions for a single episode, and for keyboard shortcuts. */
export type SinglePlayer = Pick<Player, 'toggle' | 'seek' | 'skip' | 'setRate' | 'setVolume' | 'toggleMute'>

/** Returns the actions for a screen with the list of `podcast`. They reload the list if an episode was opened since. */
export function listed(player: Player, podcast: PlayerPodcast | undefined): PlayerActions {
	const held = () => {
		if (podcast && player.$state.get().podcast !== podcast) player.load(podcast)
		return player
	}
	return {
		choose: (id) => held().choose(id),
		toggle: () => held().toggle(),
		next: () => held().next(),
		previous: () => held().previous(),
		seek: (seconds) => held().seek(seconds),
		setVolume: (volume) => player.setVolume(volume),
		toggleMute: () => player.toggleMute(),
	}
}
