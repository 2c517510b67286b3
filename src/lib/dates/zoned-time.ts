// By their own addresses: from the package's main module comes a class of 5 KB with them.
import { tzOffset } from '@date-fns/tz/tzOffset'
import { isTimeZone } from '../known-zone.ts'

/** A wall clock reading, as `<input type="datetime-local">` gives it: `2026-11-05T14:30`. */
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/

/** Zones at the head of the list: where the club's members practice. The rest follows by name. */
export const COMMON_ZONES = [
	'America/New_York',
	'America/Chicago',
	'America/Denver',
	'America/Phoenix',
	'America/Los_Angeles',
	'America/Anchorage',
	'Pacific/Honolulu',
] as const

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
const offsetAt = (instant: number, zone: string) => tzOffset(zone, new Date(instant)) * 60_000

/** A date whose UTC fields are what the clocks of the zone show. */
export const wallClock = (instant: number, zone: string) => new Date(instant + offsetAt(instant, zone))

/** What a wall clock reading in a zone means. */
export type ZonedInstant =
	/** `ambiguous`: the clock shows this twice, since it is set back; the first is taken. */
	| { kind: 'ok' | 'ambiguous'; instant: Date }
	/** The clock never shows this: it is set forward over it. Or the text is no date. */
	| { kind: 'skipped' | 'invalid' }

/**
 * The instant of a local time in a named zone. The offsets of the day before and the day after are tried: the one that
 * gives the same reading back is right, two of them are the hour that comes twice, none is the hour that is skipped.
 */
export function zonedInstant(local: string, zone: string): ZonedInstant {
	const match = LOCAL.exec(local)
	if (!match || !isTimeZone(zone)) return { kind: 'invalid' }
	const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number]
	const wanted = Date.UTC(year, month - 1, day, hour, minute)
	if (Number.isNaN(wanted) || new Date(wanted).getUTCDate() !== day) return { kind: 'invalid' }
	const DAY = 86_400_000
	const offsets = new Set([-DAY, DAY].map((shift) => offsetAt(wanted + shift, zone)))
	const instants = [...offsets]
		.map((offset) => wanted - offset)
		.filter((instant) => instant + offsetAt(instant, zone) === wanted)
		.sort((a, b) => a - b)
	const [first] = instants
	if (first === undefined) return { kind: 'skipped' }
	return { kind: instants.length > 1 ? 'ambiguous' : 'ok', instant: new Date(first) }
}

/** The wall clock in a zone, for `<input type="datetime-local">`. */
export const toLocalInput = (when: string | Date, zone: string) =>
	wallClock(new Date(when).getTime(), zone).toISOString().slice(0, 16)

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
	const shown = wallClock(instant, zone)
	const hour = shown.getUTCHours()
	const minute = String(shown.getUTCMinutes()).padStart(2, '0')
	const day = `${MONTHS[shown.getUTCMonth()]} ${ordinal(shown.getUTCDate())}, ${shown.getUTCFullYear()}`
	return `${day} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The day that calendars in a zone show at an instant: year, month from 0, day of the month. */
export function dayIn(when: string | number | Date, zone: string): [year: number, month: number, day: number] {
	const shown = wallClock(new Date(when).getTime(), zone)
	return [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()]
}

/** `Nov` */
export const shortMonth = (month: number) => MONTHS[month]?.slice(0, 3)

/** By zone. Making one takes 0.1 ms: on a screen of 120 sessions their names alone took 12. */
const namers = new Map<string, Intl.DateTimeFormat>()

/** The name of a zone at an instant: `Eastern Standard Time`. */
export function zoneName(when: string | Date, zone: string): string {
	const known = namers.get(zone)
	const namer = known ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', timeZoneName: 'long' })
	if (!known) namers.set(zone, namer)
	return namer.formatToParts(new Date(when)).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
