import type { Tone } from '#src/components/ui/styles.ts'
import { counted } from '#src/lib/text/format-number.ts'
import type { AttendanceRow } from '../../admin-contract.ts'

type State = AttendanceRow['state']

export const STATE_LABELS: Readonly<Record<State, string>> = {
	review: 'Needs review',
	open: 'Open',
	complete: 'Complete',
	refused: 'Refused',
	ended: 'Ended',
}

export const STATE_TONES: Readonly<Record<State, Tone>> = {
	review: 'brass',
	open: 'neutral',
	complete: 'done',
	refused: 'error',
	ended: 'neutral',
}

export const MODE_LABELS: Readonly<Record<AttendanceRow['mode'], string>> = {
	watch: 'Watched, codes on the screen',
	spoken: 'Spoken codes',
	live: 'Live session',
}

export const attendanceHref = (id: string) => `/admin/cle/attendance/${id}`

/** Formats a length as `12:05`, or as `1:02:05` for an hour or more. */
export function clockText(ms: number): string {
	const seconds = Math.floor(ms / 1_000)
	const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
	const hours = Math.floor(seconds / 3_600)
	return hours > 0 ? [hours, ...parts].join(':') : `${Number(parts[0])}:${parts[1]}`
}

const minutes = (ms: number) => Math.floor(ms / 60_000)

/** Formats the confirmed minutes: `52 of 54 minutes`. */
export function progressText({ confirmedMs, lengthMs }: Pick<AttendanceRow, 'confirmedMs' | 'lengthMs'>): string {
	return `${minutes(confirmedMs)} of ${counted(minutes(lengthMs), 'minute')}`
}
