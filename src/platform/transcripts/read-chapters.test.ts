import { expect, test } from 'vitest'
import { chaptersInNotes } from './read-chapters.ts'

test.each([
	'(0:00) One\n(1:00) Two\n(1:02:03) Three',
	'00:00:00.000 One\n00:01:00.000 Two\n01:02:03.000 Three',
	'0:00-1:00 One\n1:00 – 1:02:03 Two\n1:02:03-1:10:00 Three',
	'1. 0:00 One\n2. 1:00 Two\n3) 1:02:03 Three',
	'• 0:00 | One\n* 1:00: Two\n- [1:02:03] - Three',
	'⏱ 0:00 One\n⏱️ 1:00 Two\n👉 1:02:03 Three',
])('chapters are found in notes that write them so: %j', (notes) => {
	const chapters = chaptersInNotes(notes).map(({ start, title }) => [start / 1000, title])
	expect(chapters).toEqual([
		[0, 'One'],
		[60, 'Two'],
		[3723, 'Three'],
	])
})
