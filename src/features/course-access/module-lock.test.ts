import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isForMembersAlone, lockLabel } from './module-lock.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const NONE = { isForMembers: false, opensAt: null, afterDays: null }

test.each([
	[{ ...NONE, opensAt: '2026-11-05T14:00:00Z' }, 'Opens on 5 Nov', false],
	// After enrollment, the day is known.
	[{ ...NONE, opensAt: '2026-11-05T14:00:00Z', afterDays: 3 }, 'Opens on 5 Nov', false],
	[{ ...NONE, afterDays: 3 }, 'Opens 3 days after you enroll', false],
	[{ ...NONE, afterDays: 1, isForMembers: true }, 'Opens 1 day after you enroll', false],
	[{ ...NONE, isForMembers: true }, 'For members', true],
])('describes %o as %s', (lock, words, isAlone) => {
	expect(lockLabel(lock, 'UTC')).toBe(words)
	expect(isForMembersAlone(lock)).toBe(isAlone)
})
