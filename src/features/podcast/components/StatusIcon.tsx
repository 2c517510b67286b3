import { LoaderCircle, Pause, Play } from 'lucide-react'
import { classes } from '#src/components/ui/styles.ts'
import type { PlayerStatus } from '../player/player-state.ts'

/** Icon for the button's action: play or pause. Spins while data loads. */
export function StatusIcon({ status, className }: { status: PlayerStatus; className: string }) {
	if (status === 'loading')
		return <LoaderCircle aria-hidden="true" className={classes(className, 'animate-spin')} strokeWidth={2.25} />
	if (status === 'playing')
		return <Pause aria-hidden="true" className={className} fill="currentColor" strokeWidth={0} />
	// A triangle looks centered when its center of mass is.
	return <Play aria-hidden="true" className={classes(className, 'ml-0.5')} fill="currentColor" strokeWidth={0} />
}
