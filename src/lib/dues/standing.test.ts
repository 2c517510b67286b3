import { expect, test } from 'vitest'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS, GOOD, goodThrough, type MembershipDates, STANDINGS, standingOn } from './standing.ts'

const TODAY = '2027-03-14'
const none: MembershipDates = {
	paidThrough: null,
	trialUntil: null,
	complimentaryUntil: null,
	pausedOn: null,
	isCancelled: false,
	renewsByCard: false,
}
const at = (days: number) => addDays(TODAY, days)

test.each<[string, Partial<MembershipDates>, string]>([
	['before the first payment', {}, 'lapsed'],
	['cancelled before the first payment', { isCancelled: true }, 'ended'],
	['on the last day of the trial', { trialUntil: TODAY }, 'trial'],
	['the day after the trial', { trialUntil: at(-1) }, 'lapsed'],
	['paid during the trial', { trialUntil: at(3), paidThrough: at(368) }, 'current'],
	['31 days before the end', { paidThrough: at(31) }, 'current'],
	['30 days before the end', { paidThrough: at(30) }, 'due'],
	['30 days before the end, by card', { paidThrough: at(30), renewsByCard: true }, 'current'],
	['30 days before the end, cancelled', { paidThrough: at(30), isCancelled: true }, 'current'],
	['on the last paid day', { paidThrough: TODAY }, 'due'],
	['the day after the last paid day', { paidThrough: at(-1) }, 'grace'],
	['on the last day of grace', { paidThrough: at(-14) }, 'grace'],
	['the day after grace', { paidThrough: at(-15) }, 'lapsed'],
	['a card that failed', { paidThrough: at(-2), renewsByCard: true }, 'grace'],
	['cancelled, the day after', { paidThrough: at(-1), isCancelled: true }, 'ended'],
	['complimentary on its last day', { complimentaryUntil: TODAY }, 'complimentary'],
	['complimentary for always', { complimentaryUntil: ALWAYS }, 'complimentary'],
	['complimentary is over', { complimentaryUntil: at(-1) }, 'lapsed'],
	['complimentary is over, paid before', { complimentaryUntil: at(-1), paidThrough: at(100) }, 'current'],
	['paused from today on', { pausedOn: TODAY, paidThrough: at(100) }, 'paused'],
	['paused from tomorrow on', { pausedOn: at(1), paidThrough: at(100) }, 'current'],
	['paused while complimentary', { pausedOn: at(-3), complimentaryUntil: ALWAYS }, 'paused'],
])('%s', (_, dates, standing) => expect(standingOn(TODAY, { ...none, ...dates })).toBe(standing))

/** Every combination of the dates around today. */
function* combinations(): Generator<MembershipDates> {
	const days = [null, at(-15), at(-14), at(-1), TODAY, at(1), at(40)]
	for (const paidThrough of days)
		for (const trialUntil of days)
			for (const complimentaryUntil of days)
				for (const pausedOn of [null, at(-1), TODAY, at(1)])
					for (const [isCancelled, renewsByCard] of [
						[false, false],
						[false, true],
						[true, false],
					] as const)
						yield { paidThrough, trialUntil, complimentaryUntil, pausedOn, isCancelled, renewsByCard }
}

test('a member has full access if and only if the standing is good', () => {
	const seen = new Set<string>()
	for (const dates of combinations()) {
		const standing = standingOn(TODAY, dates)
		seen.add(standing)
		expect(GOOD.includes(standing), JSON.stringify(dates)).toBe(goodThrough(dates) >= TODAY)
	}
	expect([...seen].sort()).toEqual([...STANDINGS].sort())
})
