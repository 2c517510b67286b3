/** A wall clock reading, as `<input type="datetime-local">` gives it: `2026-11-05T14:30`. */
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/

/** Zones at the head of the list: where the club's members practise. The rest follows by name. */
export const COMMON_ZONES = [
	'America/New_York',
	'America/Chicago',
	'America/Denver',
	'America/Phoenix',
	'America/Los_Angeles',
	'America/Anchorage',
	'Pacific/Honolulu',
] as const

const formats = new Map<string, Intl.DateTimeFormat>()

function partsFormat(zone: string): Intl.DateTimeFormat {
	let format = formats.get(zone)
	if (!format) {
		format = new Intl.DateTimeFormat('en-US', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
		})
		formats.set(zone, format)
	}
	return format
}

/** Whether `zone` is a name that this runtime knows. */
export function isTimeZone(zone: string): boolean {
	try {
		partsFormat(zone)
		return true
	} catch {
		return false
	}
}

interface WallClock {
	year: number
	month: number
	day: number
	hour: number
	minute: number
}

function wallClock(instant: number, zone: string): WallClock {
	const clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0 }
	for (const { type, value } of partsFormat(zone).formatToParts(instant))
		if (type in clock) clock[type as keyof WallClock] = Number(value)
	return clock
}

const asUtc = ({ year, month, day, hour, minute }: WallClock) => Date.UTC(year, month - 1, day, hour, minute)

/** What a wall clock reading in a zone means. */
export type ZonedInstant =
	/** `ambiguous`: the clock shows this twice, since it is set back; the first is taken. */
	| { kind: 'ok' | 'ambiguous'; instant: Date }
	/** The clock never shows this: it is set forward over it. Or the text is no date. */
	| { kind: 'skipped' | 'invalid' }

/**
 * The instant of a local time in a named zone. Every offset that holds within a day of it is tried: the one that
 * gives the same reading back is right, two of them are the hour that comes twice, none is the hour that is skipped.
 */
export function zonedInstant(local: string, zone: string): ZonedInstant {
	const match = LOCAL.exec(local)
	if (!match || !isTimeZone(zone)) return { kind: 'invalid' }
	const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number]
	const wanted = asUtc({ year, month, day, hour, minute })
	if (Number.isNaN(wanted) || new Date(wanted).getUTCDate() !== day) return { kind: 'invalid' }
	const DAY = 86_400_000
	const offsets = new Set([-DAY, 0, DAY].map((shift) => asUtc(wallClock(wanted + shift, zone)) - (wanted + shift)))
	const instants = [...offsets]
		.map((offset) => wanted - offset)
		.filter((instant) => asUtc(wallClock(instant, zone)) === wanted)
		.sort((a, b) => a - b)
	const [first] = instants
	if (first === undefined) return { kind: 'skipped' }
	return { kind: instants.length > 1 ? 'ambiguous' : 'ok', instant: new Date(first) }
}

const two = (value: number) => String(value).padStart(2, '0')

/** The wall clock in a zone, for `<input type="datetime-local">`. */
export function toLocalInput(when: string | Date, zone: string): string {
	const { year, month, day, hour, minute } = wallClock(new Date(when).getTime(), zone)
	return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

function ordinal(day: number): string {
	if (day >= 11 && day <= 13) return `${day}th`
	return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}

/**
 * `November 5th, 2026 at 2:30 PM` in a zone: date-fns' `PPP 'at' p`, which knows only the zone of whoever runs it.
 * On the server that would be the machine's.
 */
export function formatSessionIn(when: string | Date, zone: string): string {
	const instant = new Date(when).getTime()
	if (Number.isNaN(instant)) return 'Invalid date'
	const { year, month, day, hour, minute } = wallClock(instant, zone)
	const half = hour < 12 ? 'AM' : 'PM'
	return `${MONTHS[month - 1]} ${ordinal(day)}, ${year} at ${hour % 12 || 12}:${two(minute)} ${half}`
}

/** The name of a zone at an instant: `Eastern Standard Time`. */
export function zoneName(when: string | Date, zone: string): string {
	const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' }).formatToParts(new Date(when))
	return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
