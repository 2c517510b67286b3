import { expect, test } from 'vitest'
import { goodThrough, type MembershipDates, standingOn } from '#src/lib/dues/standing.ts'
import { standingLine, standingTitle } from './standing-text.ts'

const TODAY = '2027-03-01'
const none: MembershipDates = {
	...{ paidThrough: null, trialUntil: null, complimentaryUntil: null, pausedOn: null },
	...{ isCancelled: false, renewsByCard: false },
}
/** Returns title and line of a membership with these dates on March 1, 2027. */
function sentences(dates: Partial<MembershipDates>) {
	const all = { ...none, ...dates }
	const shown = { ...all, standing: standingOn(TODAY, all), goodThrough: goodThrough(all) || null }
	return `${standingTitle(shown)}: ${standingLine(shown)}`
}

test.each([
	[{ trialUntil: '2027-03-14' }, /^Free trial until March 14, 2027: You have full access/],
	[
		{ trialUntil: '2027-03-14', renewsByCard: true },
		/^Free trial until .* Your card is charged when the trial ends\.$/,
	],
	[{ trialUntil: '2027-03-14', isCancelled: true }, /^Free trial until .*nothing more is charged\.$/],
	[{ paidThrough: '2027-12-31' }, /^Paid until December 31, 2027: You have full access\.$/],
	[
		{ paidThrough: '2027-12-31', isCancelled: true },
		/^Paid until December 31, 2027: You cancelled\..*nothing more is charged/,
	],
	[{ paidThrough: '2027-03-14' }, /^Paid until March 14, 2027: .*Your next payment is due\.$/],
	[{ paidThrough: '2027-02-26' }, /^Payment is due by March 12, 2027: You keep full access until then\.$/],
	[{ paidThrough: '2027-02-01' }, /^Your membership has lapsed: It was paid until February 1, 2027\./],
	[{ trialUntil: '2027-02-01' }, /^Your membership has lapsed: The trial ended on February 1, 2027\./],
	[{}, /^Your membership begins with your first payment: The forum/],
	[{ complimentaryUntil: '2028-02-29' }, /^Complimentary until February 29, 2028: .*nothing is due\.$/],
	[{ complimentaryUntil: '9999-12-31' }, /^Complimentary: /],
	[
		{ paidThrough: '2027-12-31', pausedOn: '2027-02-01' },
		/^Your membership is paused: It was paused on February 1, 2027\./,
	],
	[
		{ paidThrough: '2027-02-01', isCancelled: true },
		/^Your membership has ended: It was paid until February 1, 2027\./,
	],
])('describes the standing of %o', (dates, text) => {
	expect(sentences(dates)).toMatch(text)
})

test('states that no dues are owed', () => {
	const dates = { ...none, standing: null, goodThrough: null }
	expect(standingTitle(dates)).toBe('You owe no dues')
})
