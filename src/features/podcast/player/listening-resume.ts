import { formatDuration } from '../episodes/episode-format.ts'

/** Who heard less begins anew. */
const BEGUN_SECONDS = 10
/** With less than this to go an episode was heard. */
const LEFT_SECONDS = 30

/** Where an episode is gone on with, in seconds; undefined where it begins at its start. `duration` is null while unknown. */
export function resumeAt(position: number | undefined, duration: number | null): number | undefined {
	if (position === undefined || !(position > BEGUN_SECONDS)) return undefined
	return duration === null || position < duration - LEFT_SECONDS ? position : undefined
}

/** A position as it is said, `12:34` or `1:02:03`: the second that has begun. */
export const timeLabel = (seconds: number) => formatDuration(Math.floor(seconds))
