import { afterEach, expect, test } from 'vitest'
import { setZoneSource } from '#src/lib/dates/reader-zone.ts'
import { dayOf, replaceWord } from './hit-text.ts'

afterEach(() => setZoneSource(() => undefined))

test('replaces whole words only', () => {
	expect(replaceWord('lisences, my lisence!', 'lisence', 'license')).toBe('lisences, my license!')
	expect(replaceWord('Lisence', 'lisence', 'license')).toBe('Lisence')
	expect(replaceWord('a clinet', 'clinet', '"$&"')).toBe('a "$&"')
})

test("shows days in the viewer's time zone for posts, and the same day for everyone for recordings", () => {
	const late = '2026-11-30T02:56:00.000Z'
	expect(dayOf('session', late)).toBe('Nov 30, 2026')
	setZoneSource(() => 'America/New_York')
	expect(dayOf('session', late)).toBe('Nov 29, 2026')
	expect(dayOf('question', late)).toBe('Nov 29, 2026')
	expect(dayOf('episode', late)).toBe('Nov 30, 2026')
})
