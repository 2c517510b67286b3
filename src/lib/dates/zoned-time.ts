// Separate imports: the package's main module adds a class of 5 KB.
import { tzOffset } from '@date-fns/tz/tzOffset'
import { format } from 'date-fns/format'
import { formatSession } from './dates.ts'
import { isTimeZone } from './known-zone.ts'

/** A local time in the format of `<input type="datetime-local">`: `2026-11-05T14:30`. */
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/

/** Zones at the top of the list, in which members practice. The other zones are sorted by name. */
export const COMMON_ZONES = [
	'America/New_York',
	'America/Chicago',
	'America/Denver',
	'America/Phoenix',
	'America/Los_Angeles',
	'America/Anchorage',
	'Pacific/Honolulu',
] as const

/** Returns the UTC offset of a zone at an instant, in milliseconds. */
const offsetAt = (instant: number, zone: string) => tzOffset(zone, new Date(instant)) * 60_000

/** Returns a date whose UTC fields are the local time in the zone. */
export const wallClock = (instant: number, zone: string) => new Date(instant + offsetAt(instant, zone))

export type ZonedInstant =
	/** `ambiguous`: the time occurs twice because clocks are set back; this is the first occurrence. */
	| { kind: 'ok' | 'ambiguous'; instant: Date }
	/** The time does not exist because clocks are set forward over it. `after` is later by the skipped duration. */
	| { kind: 'skipped'; after: Date }
	/** The text is not a date. */
	| { kind: 'invalid' }

/**
 * Converts a local time in a named zone to an instant. Tries the UTC offsets of the day before and the day after. A
 * valid offset round-trips. Two valid offsets mean the repeated hour, and none means the skipped hour.
 */
export function zonedInstant(local: string, zone: string): ZonedInstant {
	const match = LOCAL.exec(local)
	if (!match || !isTimeZone(zone)) return { kind: 'invalid' }
	const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number]
	const localMs = Date.UTC(year, month - 1, day, hour, minute)
	if (Number.isNaN(localMs) || new Date(localMs).getUTCDate() !== day) return { kind: 'invalid' }
	const DAY_MS = 86_400_000
	const offsets = [-DAY_MS, DAY_MS].map((shift) => offsetAt(localMs + shift, zone))
	const instants = [...new Set(offsets)]
		.map((offset) => localMs - offset)
		.filter((instant) => instant + offsetAt(instant, zone) === localMs)
		.sort((a, b) => a - b)
	const [first] = instants
	if (first === undefined) return { kind: 'skipped', after: new Date(localMs - (offsets[0] ?? 0)) }
	return { kind: instants.length > 1 ? 'ambiguous' : 'ok', instant: new Date(first) }
}

/** Formats the local time in a zone, for `<input type="datetime-local">`. */
export const toLocalInput = (when: string | Date, zone: string) =>
	wallClock(new Date(when).getTime(), zone).toISOString().slice(0, 16)

/**
 * Formats as `November 5th, 2026 at 2:30 PM` in a zone. date-fns only supports the local zone, which on the server is
 * the machine's zone.
 */
export const formatSessionIn = (when: string | Date, zone: string): string =>
	formatSession(wallClock(new Date(when).getTime(), zone), { zone: 'utc' })

/** Returns the calendar day in a zone at an instant: year, month from 0, day of the month. */
export function dayIn(when: string | number | Date, zone: string): [year: number, month: number, day: number] {
	const local = wallClock(new Date(when).getTime(), zone)
	return [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
}

/** Returns the short name of a month from 0: `Nov`. */
export const shortMonth = (month: number) => format(new Date(2026, month), 'MMM')

/** Formatters by style and zone. Creating one takes 0.1 ms, which adds up to 12 ms on a screen of 120 sessions. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function zoneNameIn(timeZoneName: 'long' | 'shortGeneric', when: string | Date, zone: string): string {
	const key = `${timeZoneName} ${zone}`
	const cached = formatters.get(key)
	const formatter = cached ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', timeZoneName })
	if (!cached) formatters.set(key, formatter)
	return formatter.formatToParts(new Date(when)).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** Returns the long name of a zone at an instant, for admins who enter a time: `Eastern Standard Time`. */
export const zoneName = (when: string | Date, zone: string): string => zoneNameIn('long', when, zone)

/** Returns a time with its zone, as shown to members: `November 5th, 2026 at 2:30 PM ET`. */
export const formatSessionWithZone = (when: string | Date, zone: string): string =>
	`${formatSessionIn(when, zone)} ${zoneNameIn('shortGeneric', when, zone).replace('GMT+0', 'UTC')}`
