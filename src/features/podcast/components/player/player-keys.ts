import type { KeyboardEvent } from 'react'
import type { SinglePlayer } from '../../player/player-actions.ts'
import { RATES, SKIP_AHEAD_SECONDS, SKIP_BACK_SECONDS } from '../../player/player-state.ts'
import { pagePlayer } from './page-player.ts'

function changeSpeed(player: SinglePlayer, by: 1 | -1): void {
	const { rate } = pagePlayer.$state.get()
	player.setRate(RATES[RATES.indexOf(rate as (typeof RATES)[number]) + by] ?? rate)
}

const actions: Record<string, (player: SinglePlayer) => void> = {
	' ': (player) => player.toggle(),
	j: (player) => player.skip(-SKIP_BACK_SECONDS),
	l: (player) => player.skip(SKIP_AHEAD_SECONDS),
	ArrowLeft: (player) => player.skip(-SKIP_BACK_SECONDS),
	ArrowRight: (player) => player.skip(SKIP_AHEAD_SECONDS),
	'<': (player) => changeSpeed(player, -1),
	'>': (player) => changeSpeed(player, 1),
	m: (player) => player.toggleMute(),
}

/** Elements that handle keys themselves: fields all keys, sliders the arrow keys, buttons and links the space bar. */
const HANDLES_OWN_KEYS = {
	fields: 'input, select, textarea',
	sliders: '[role=slider]',
	pressable: 'button, a[href], summary',
}

function isHandledByTarget(key: string, target: EventTarget | null): boolean {
	if (!(target instanceof Element)) return false
	if (target.closest(HANDLES_OWN_KEYS.fields)) return true
	if (key.startsWith('Arrow')) return target.closest(HANDLES_OWN_KEYS.sliders) !== null
	return key === ' ' && target.closest(HANDLES_OWN_KEYS.pressable) !== null
}

/** Returns the key handler for the element around the player's controls. */
export const keyHandler =
	(player: SinglePlayer) =>
	(event: KeyboardEvent): void => {
		const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
		const action = actions[key.length === 1 ? key.toLowerCase() : key]
		if (!action || defaultPrevented || ctrlKey || metaKey || altKey || isHandledByTarget(key, target)) return
		event.preventDefault()
		action(player)
	}
