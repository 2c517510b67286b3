import { HEARD_SECONDS } from '../episodes/episode-format.ts'

/** Positions up to this one, in seconds, are ignored: playback starts from the beginning. */
const MIN_RESUME_SECONDS = 10
/** Returns where to resume, in seconds; undefined to start from the beginning. `duration` is null while unknown. */
export function resumeAt(position: number | undefined, duration: number | null): number | undefined {
	if (position === undefined || !(position > MIN_RESUME_SECONDS)) return undefined
	return duration === null || position < duration - HEARD_SECONDS ? position : undefined
}
