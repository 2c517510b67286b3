/** An appointment as a calendar program shall show it. Instants are written in UTC: no zone table can be wrong then. */
export interface CalendarEvent {
	/** The same for all versions of one appointment. */
	uid: string
	/** Higher for each later version. */
	sequence: number
	changedAt: Date
	start: Date
	end: Date
	title: string
	description: string
	/** Where to join; empty where there is nothing to join. */
	url: string
	isCancelled: boolean
}

const escapeText = (text: string) =>
	text
		.replaceAll('\\', '\\\\')
		.replaceAll(';', '\\;')
		.replaceAll(',', '\\,')
		.replaceAll(/\r\n|\r|\n/g, '\\n')
		// RFC 5545 allows no other control character.
		.replaceAll(/[^\P{Cc}\t]/gu, '')

/** `20261105T193000Z` */
const utc = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const encoder = new TextEncoder()

/** Lines of at most 75 octets (RFC 5545, 3.1), never cut inside a character. */
function fold(line: string): string {
	const parts: string[] = []
	let part = ''
	let size = 0
	for (const character of line) {
		const length = encoder.encode(character).length
		// A continuation begins with a space, which counts.
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

/** Who publishes the calendar. */
export interface Publisher {
	name: string
	/** Of mail. */
	address: string
}

function eventLines(event: CalendarEvent, publisher: Publisher): string[] {
	return [
		'BEGIN:VEVENT',
		`UID:${escapeText(event.uid)}`,
		`DTSTAMP:${utc(event.changedAt)}`,
		`LAST-MODIFIED:${utc(event.changedAt)}`,
		`SEQUENCE:${event.sequence}`,
		`DTSTART:${utc(event.start)}`,
		`DTEND:${utc(event.end)}`,
		// Both methods want it (RFC 5546, 3.2.1 and 3.2.5). A parameter cannot hold a quotation mark.
		`ORGANIZER;CN="${publisher.name.replaceAll(/["\p{Cc}]/gu, '')}":mailto:${publisher.address}`,
		`SUMMARY:${escapeText(event.title)}`,
		...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
		...(event.url ? [`LOCATION:${escapeText(event.url)}`, `URL:${event.url}`] : []),
		`STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
		`TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
		'END:VEVENT',
	]
}

/**
 * An iCalendar file (RFC 5545). `PUBLISH` for what is there; `CANCEL` for a file whose only message is that an
 * appointment is off.
 */
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
		// Its name, and how often a subscription asks again: by the standard (RFC 7986) and by what programs read.
		`NAME:${name}`,
		`X-WR-CALNAME:${name}`,
		'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
		'X-PUBLISHED-TTL:PT1H',
		...events.flatMap((event) => eventLines(event, publisher)),
		'END:VCALENDAR',
	]
	return `${lines.map(fold).join('\r\n')}\r\n`
}
