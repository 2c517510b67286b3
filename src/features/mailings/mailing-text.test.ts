import { expect, test } from 'vitest'
import type { MailingRow } from './contract.ts'
import { audienceText, membersText, progressText, waitingOf } from './mailing-text.ts'

const mailing = (given: Partial<MailingRow>): MailingRow => ({
	...{ id: 'a', subject: 'News', audience: 'all', courseId: null, courseTitle: null, state: 'sending' },
	...{ sendAt: null, startedAt: null, endedAt: null, expected: 0, sent: 0, failed: 0, leftOut: 0, lastError: null },
	...{ updatedAt: '', updatedBy: '', version: 1 },
	...given,
})

test.each([
	[{ state: 'draft' }, ''],
	[{ state: 'scheduled', expected: 5 }, ''],
	[{ state: 'sending', expected: 4120, sent: 1200, failed: 3, leftOut: 2 }, '1,200 sent, 3 failed, 2,915 waiting'],
	[{ state: 'stopped', expected: 10, sent: 1 }, '1 sent, 9 waiting'],
	[{ state: 'sent', expected: 10, sent: 9, leftOut: 1 }, '9 sent'],
	// The rest was canceled, so no email is waiting.
	[{ state: 'cancelled', expected: 10, sent: 4 }, '4 sent'],
] as const)('%j is %j', (given, words) => {
	expect(progressText(mailing(given))).toBe(words)
})

test('never counts fewer than zero waiting', () => {
	expect(waitingOf(mailing({ expected: 3, sent: 5 }))).toBe(0)
})

test('names the audience', () => {
	expect(audienceText(mailing({}))).toBe('All members')
	expect(audienceText(mailing({ audience: 'course', courseTitle: 'Trust accounting' }))).toBe(
		'Enrolled in Trust accounting',
	)
	expect(audienceText(mailing({ audience: 'course' }))).toBe('A deleted course')
	expect([membersText(1), membersText(4120)]).toEqual(['1 member', '4,120 members'])
})
