import { expect, test } from 'vitest'
import { chaptersInNotes, readChapters } from './read-chapters.ts'

test.each([
	'(0:00) One\n(1:00) Two\n(1:02:03) Three',
	'00:00:00.000 One\n00:01:00.000 Two\n01:02:03.000 Three',
	'0:00-1:00 One\n1:00 – 1:02:03 Two\n1:02:03-1:10:00 Three',
	'1. 0:00 One\n2. 1:00 Two\n3) 1:02:03 Three',
	'• 0:00 | One\n* 1:00: Two\n- [1:02:03] - Three',
	'One (0:00)\nTwo - 1:00\n• Three: 1:02:03',
	'Sections\nOne 00:00\n2. Two [01:00]\nThree @ 1:02:03',
	'0m0s One\n1m - Two\n1h 2m 3s: Three',
	'0:00\nOne\n\n1:00\nTwo\n\n[1:02:03]\nThree\n',
	'Sections\nOne\n0:00\nTwo\n1:00\nThree\n1:02:03',
	'0:00 → One\n1:00 -> Two\n1:02:03 ➡️ Three',
	'0:00 --> 1:00 One\n1:00 → 1:02:03 => Two\n1:02:03 » Three',
	'One → 0:00\nTwo » 1:00\nThree ➜ 1:02:03',
	'⏱ 0:00 One\n⏱️ 1:00 Two\n👉 1:02:03 Three',
	'0:00 –\nOne\n1:00 –\nTwo\n1:02:03 –\nThree',
	'One:\n0:00\nTwo:\n1:00\nThree:\n1:02:03',
	'One ....... 0:00\nTwo ... 1:00\nThree ...... 1:02:03',
	'One: 0:00 - 1:00\nTwo (1:00–1:02:03)\nThree: 1:02:03 - 1:10:00',
	'0：00 One\n1：00 Two\n1：02：03 Three',
	'(0:00) One (1:00) Two (1:02:03) Three',
	'0:00 One | 1:00 Two | 1:02:03 - Three',
])('finds the chapters in notes: %j', (notes) => {
	const chapters = chaptersInNotes(notes).map(({ start, title }) => [start / 1000, title])
	expect(chapters).toEqual([
		[0, 'One'],
		[60, 'Two'],
		[3723, 'Three'],
	])
})

test('does not mistake a title that starts like a time zone for a time of day', () => {
	const notes = '0:00 Intro\n12:30 Central question\n45:10 Central District of California'
	expect(chaptersInNotes(notes).map(({ title }) => title)).toEqual([
		...['Intro', 'Central question', 'Central District of California'],
	])
})

test.each([
	'We met at 9:30\nand left at 10:15\nto be home at 11:00',
	'1:00 PM Opening\n2:30 PM Panel\n4:00 PM Close',
	'1:00-2:00 p.m. Opening\n2:30 to 3:00 p.m. Panel\n4:00 p.m. Close',
	'1:00 ET Opening\n2:30 Eastern Panel\n4:00 Uhr Ende',
	'1:00 AEST Opening\n2:30 h Panel\n4:00 JST Close',
	'1:00 PM\nOpening\n2:30 PM\nPanel\n4:00 PM\nClose',
	'0:00 One and 1:00 PM Two and 2:00 PM Three',
	'10m people\n20m dollars\n30m lawyers',
	'One (0:00)\nTwo (1:00)',
	`${'x'.repeat(500)} 0:00\nTwo 1:00\nThree 2:00`,
])('finds no chapters in text with other times: %.40j', (notes) => {
	expect(chaptersInNotes(notes)).toEqual([])
})

test.each([
	'{"chapters":[{"startTime":0,"title":"One"},{"startTime":"90.5","endTime":"2:00","title":"Two"},{"startTime":"00:02:00","title":"Three"}]}',
	'[{"startTime":"0:00","title":"One"},{"startTime":90.5,"endTime":120,"title":"Two"},{"startTime":120,"title":"Three"},{"startTime":null,"title":"Never"},{"startTime":-1,"title":"Before"}]',
])('reads JSON chapters with seconds or formatted times: %j', (text) => {
	expect(readChapters(text).chapters.map(({ start, end, title }) => [start, end, title])).toEqual([
		[0, null, 'One'],
		[90_500, 120_000, 'Two'],
		[120_000, null, 'Three'],
	])
})

test('counts entries that are not chapters, by reason', () => {
	const { chapters, warnings } = readChapters(
		'[{"startTime":0,"title":"One"},{"startTime":"soon","title":"Two"},{"startTime":9,"title":""},{"startTime":0,"title":"Again"},{"startTime":5,"title":"Silent","toc":false}]',
	)
	expect(chapters.map(({ title }) => title)).toEqual(['One'])
	expect(warnings).toEqual([
		'1 of 5 chapters with no valid time was left out',
		'1 of 5 chapters with no title was left out',
		'1 of 5 chapters that start at the same time as another, or come after the 500th, was left out',
	])
	expect(() => readChapters('[{"title":"One"}]')).toThrow('1 of 1 chapter with no valid time was left out')
})
