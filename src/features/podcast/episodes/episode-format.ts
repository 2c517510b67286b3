import { clock } from '#src/lib/text/cues.ts'

/** Formats `2050` as `34:10` and `6384` as `1:46:24`; empty for an unknown length. */
export function formatDuration(seconds: number | null | undefined): string {
	if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return ''
	return clock(Math.round(seconds))
}
