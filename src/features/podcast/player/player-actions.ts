import type { PlayerPodcast } from './player-state.ts'
import type { Player } from './player-store.ts'

/** The player's actions for a screen with a list. */
export type PlayerActions = Pick<
	Player,
	'choose' | 'toggle' | 'next' | 'previous' | 'seek' | 'setVolume' | 'toggleMute'
>

/** The player's actions for a single episode, and for keyboard shortcuts. */
export type SinglePlayer = Pick<Player, 'toggle' | 'seek' | 'skip' | 'setRate' | 'setVolume' | 'toggleMute'>

/** Returns the actions for a screen with the list of `podcast`. They reload the list if another episode was opened. */
export function listActions(player: Player, podcast: PlayerPodcast | undefined): PlayerActions {
	const loadedPlayer = () => {
		if (podcast && player.$state.get().podcast !== podcast) player.load(podcast)
		return player
	}
	return {
		choose: (id) => loadedPlayer().choose(id),
		toggle: () => loadedPlayer().toggle(),
		next: () => loadedPlayer().next(),
		previous: () => loadedPlayer().previous(),
		seek: (seconds) => loadedPlayer().seek(seconds),
		setVolume: (volume) => player.setVolume(volume),
		toggleMute: () => player.toggleMute(),
	}
}
