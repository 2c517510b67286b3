import { RATES, SKIP_AHEAD_SECONDS, SKIP_BACK_SECONDS } from '../../player/player-state.ts'
import type { SinglePlayer } from '../../player/player-store.ts'
import { pagePlayer } from './page-player.ts'

/** The part of a key event that matters. */
export interface PlayerKey {
	key: string
	ctrlKey: boolean
	metaKey: boolean
	altKey: boolean
	target: EventTarget | null
}

function faster(player: SinglePlayer, by: 1 | -1): void {
	const { rate } = pagePlayer.$state.get()
	player.setRate(RATES[RATES.indexOf(rate as (typeof RATES)[number]) + by] ?? rate)
}

const acts: Record<string, (player: SinglePlayer) => void> = {
	' ': (player) => player.toggle(),
	j: (player) => player.skip(-SKIP_BACK_SECONDS),
	l: (player) => player.skip(SKIP_AHEAD_SECONDS),
	ArrowLeft: (player) => player.skip(-SKIP_BACK_SECONDS),
	ArrowRight: (player) => player.skip(SKIP_AHEAD_SECONDS),
	'<': (player) => faster(player, -1),
	'>': (player) => faster(player, 1),
	m: (player) => player.toggleMute(),
}

/** Elements with their own use of keys: fields for all, sliders for arrows, buttons and links for the space bar. */
const OWN = { fields: 'input, select, textarea', sliders: '[role=slider]', pressable: 'button, a[href], summary' }

function isTaken(key: string, target: EventTarget | null): boolean {
	if (!(target instanceof Element)) return false
	if (target.closest(OWN.fields)) return true
	if (key.startsWith('Arrow')) return target.closest(OWN.sliders) !== null
	return key === ' ' && target.closest(OWN.pressable) !== null
}

/** Handles a player key while the focus is in the player. @returns whether the key did something. */
export function actOnKey(player: SinglePlayer, { key, ctrlKey, metaKey, altKey, target }: PlayerKey): boolean {
	const act = acts[key.length === 1 ? key.toLowerCase() : key]
	if (!act || ctrlKey || metaKey || altKey || isTaken(key, target)) return false
	act(player)
	return true
}
