/** An appointment for a calendar client. Instants are in UTC, so no time zone table can be wrong. */
export interface CalendarEvent {
	/** Shared by all versions of an appointment. */
	uid: string
	/** Increases with each version. */
	sequence: number
	changedAt: Date
	start: Date
	end: Date
	/** A whole day that replaces start and end: `YYYY-MM-DD`. */
	day?: string
	title: string
	description: string
	/** The link to join; empty if there is none. */
	url: string
	isCancelled: boolean
}

const escapeText = (text: string) =>
	text
		.replaceAll('\\', '\\\\')
		.replaceAll(';', '\\;')
		.replaceAll(',', '\\,')
		.replaceAll(/\r\n|\r|\n/g, '\\n')
		// RFC 5545 allows no control character except the tab.
		.replaceAll(/[^\P{Cc}\t]/gu, '')

/** `20261105T193000Z` */
const utc = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const encoder = new TextEncoder()

/** Folds lines at 75 octets (RFC 5545, 3.1), never inside a character. */
function fold(line: string): string {
	const parts: string[] = []
	let part = ''
	let size = 0
	for (const character of line) {
		const length = encoder.encode(character).length
		// A continuation line starts with a space, which counts.
		if (size + length > 75) {
			parts.push(part)
			part = ''
			size = 1
		}
		part += character
		size += length
	}
	return [...parts, part].join('\r\n ')
}

export interface Publisher {
	name: string
	address: string
}

function eventLines(event: CalendarEvent, publisher: Publisher): string[] {
	return [
		'BEGIN:VEVENT',
		`UID:${escapeText(event.uid)}`,
		`DTSTAMP:${utc(event.changedAt)}`,
		`LAST-MODIFIED:${utc(event.changedAt)}`,
		`SEQUENCE:${event.sequence}`,
		...(event.day
			? [`DTSTART;VALUE=DATE:${event.day.replaceAll('-', '')}`]
			: [`DTSTART:${utc(event.start)}`, `DTEND:${utc(event.end)}`]),
		// Both methods require an organizer (RFC 5546, 3.2.1 and 3.2.5). A parameter cannot contain a quotation mark.
		`ORGANIZER;CN="${publisher.name.replaceAll(/["\p{Cc}]/gu, '')}":mailto:${publisher.address}`,
		`SUMMARY:${escapeText(event.title)}`,
		...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
		...(event.url ? [`LOCATION:${escapeText(event.url)}`, `URL:${event.url}`] : []),
		`STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
		`TRANSP:${event.isCancelled || event.day ? 'TRANSPARENT' : 'OPAQUE'}`,
		'END:VEVENT',
	]
}

/** Writes an iCalendar file (RFC 5545). `PUBLISH` lists appointments; `CANCEL` announces a canceled one. */
export function calendarFile(
	publisher: Publisher,
	method: 'PUBLISH' | 'CANCEL',
	events: readonly CalendarEvent[],
): string {
	const name = escapeText(publisher.name)
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		`PRODID:-//${name}//Coaching//EN`,
		'CALSCALE:GREGORIAN',
		`METHOD:${method}`,
		// The name and the refresh interval: the standard properties (RFC 7986), and those that clients actually read.
		`NAME:${name}`,
		`X-WR-CALNAME:${name}`,
		'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
		'X-PUBLISHED-TTL:PT1H',
		...events.flatMap((event) => eventLines(event, publisher)),
		'END:VCALENDAR',
	]
	return `${lines.map(fold).join('\r\n')}\r\n`
}
