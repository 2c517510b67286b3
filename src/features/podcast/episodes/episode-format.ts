import { clock } from '#src/lib/text/cues.ts'

/** With less than this many seconds left, an episode counts as heard. */
export const HEARD_SECONDS = 30

/** Formats `2050` as `34:10` and `6384` as `1:46:24`; empty for an unknown length. */
export function formatDuration(seconds: number | null | undefined): string {
	if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return ''
	return clock(Math.round(seconds))
}

/** Formats the time left in an episode as `20 min left`, or `Heard`; empty for an unknown length. Times are seconds. */
export function timeLeftLabel(progress: { position: number; duration: number | null; finished: boolean }): string {
	if (progress.finished) return 'Heard'
	if (progress.duration === null) return ''
	const left = progress.duration - progress.position
	return left < HEARD_SECONDS ? 'Heard' : `${Math.ceil(left / 60)} min left`
}
