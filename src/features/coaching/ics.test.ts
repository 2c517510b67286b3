import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarFile } from './ics.ts'

test('keeps commas and semicolons in text and links for calendar clients', () => {
	const url = 'https://zoom.example/j/1?pwd=a,b;c'
	const at = new Date('2026-12-01T19:30:00.000Z')
	const text = calendarFile({ name: 'Second Chair', address: 'hello@club.example' }, 'PUBLISH', [
		{
			uid: 'one',
			sequence: 1,
			changedAt: at,
			start: at,
			end: at,
			title: 'Intake; fees, and a bell \u0007',
			description: 'First line\r\nsecond line',
			url,
			isCancelled: false,
		},
	])
	const calendar = new ICAL.Component(ICAL.parse(text))
	const event = calendar.getFirstSubcomponent('vevent')
	// A link has the type URI, which has no escapes (RFC 5545, 3.3.13): a backslash would become part of it.
	const values = ['url', 'location', 'summary', 'description'].map((name) => event?.getFirstPropertyValue(name))
	expect(values).toEqual([url, url, 'Intake; fees, and a bell ', 'First line\nsecond line'])
})
