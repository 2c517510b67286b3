import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isForMembersAlone, lockLabel, releaseDay } from './module-lock.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test.each([
	['2026-11-05T14:00:00Z', 'America/New_York', '5 Nov'],
	// Late evening there, the next day in UTC.
	['2026-11-06T03:30:00Z', 'America/New_York', '5 Nov'],
	['2026-11-06T03:30:00Z', 'Europe/Berlin', '6 Nov'],
	// The night when daylight saving time ends.
	['2026-11-01T05:59:00Z', 'America/New_York', '1 Nov'],
	['2026-11-01T03:59:00Z', 'America/New_York', '31 Oct'],
	['2027-01-01T04:59:00Z', 'America/New_York', '31 Dec'],
	['2027-01-01T05:00:00Z', 'America/New_York', '1 Jan 2027'],
	['2027-09-03T12:00:00Z', 'UTC', '3 Sep 2027'],
])('formats %s in %s as %s', (when, zone, words) => {
	expect(releaseDay(when, zone)).toBe(words)
})

const NONE = { isForMembers: false, opensAt: null, afterDays: null }

test.each([
	[{ ...NONE, opensAt: '2026-11-05T14:00:00Z' }, 'Opens on 5 Nov', false],
	// With an enrollment the day is known.
	[{ ...NONE, opensAt: '2026-11-05T14:00:00Z', afterDays: 3 }, 'Opens on 5 Nov', false],
	[{ ...NONE, afterDays: 3 }, 'Opens 3 days after you enroll', false],
	[{ ...NONE, afterDays: 1, isForMembers: true }, 'Opens 1 day after you enroll', false],
	[{ ...NONE, isForMembers: true }, 'For members', true],
])('describes %o as %s', (lock, words, isAlone) => {
	expect(lockLabel(lock, 'UTC')).toBe(words)
	expect(isForMembersAlone(lock)).toBe(isAlone)
})
