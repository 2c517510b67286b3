/** A shorter position starts from the beginning. */
const BEGUN_SECONDS = 10
/** With less than this left, an episode counts as finished. */
const LEFT_SECONDS = 30

/** Returns where to resume, in seconds; undefined to start from the beginning. `duration` is null while unknown. */
export function resumeAt(position: number | undefined, duration: number | null): number | undefined {
	if (position === undefined || !(position > BEGUN_SECONDS)) return undefined
	return duration === null || position < duration - LEFT_SECONDS ? position : undefined
}
