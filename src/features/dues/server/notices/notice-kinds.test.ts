import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS, type MembershipDates } from '#src/lib/dues/standing.ts'
import { coveredUntil, noticeOn } from './notice-kinds.ts'

const END = '2028-03-01'
const none: MembershipDates = {
	...{ paidThrough: null, trialUntil: null, complimentaryUntil: null, pausedOn: null },
	...{ isCancelled: false, renewsByCard: false },
}

/** Returns the notices for all days around the end, each with the first and last day on which it is due. */
function noticesFor(dates: Partial<MembershipDates>, months: number | null = 12, startedOn = '2027-03-02') {
	const given = { dates: { ...none, ...dates }, startedOn, months }
	const ranges = new Map<string, [number, number]>()
	for (let left = 100; left >= -100; left--) {
		const { kind, day } = noticeOn(addDays(END, -left), given) ?? {}
		if (!kind) continue
		expect(day).toBe(coveredUntil(given))
		const range = ranges.get(kind)
		if (range) expect(range[1]).toBe(left + 1)
		ranges.set(kind, [range?.[0] ?? left, left])
	}
	return Object.fromEntries(ranges)
}

const AFTER = { after3: [-3, -6], after7: [-7, -13], after14: [-14, -29] }
const ALL = { before30: [30, 8], before7: [7, 1], onDay: [0, -2], ...AFTER }
const { before30: _, ...withinAMonth } = ALL

test.each<[string, object, Parameters<typeof noticesFor>]>([
	['by hand, a year', ALL, [{ paidThrough: END }]],
	['by hand, a month', withinAMonth, [{ paidThrough: END }, 1]],
	['a trial', ALL, [{ trialUntil: END }]],
	['complimentary, without a plan', ALL, [{ complimentaryUntil: END }, null]],
	['before the first payment', ALL, [{}, 12, addDays(END, 1)]],
	['by card, a year', { renewal: [45, 15], ...AFTER }, [{ paidThrough: END, renewsByCard: true }]],
	['by card, a month', AFTER, [{ paidThrough: END, renewsByCard: true }, 1]],
	[
		'by card, a trial of 32 days',
		{ trialEnd: [21, 3], ...AFTER },
		[{ trialUntil: END, renewsByCard: true }, 12, addDays(END, -31)],
	],
	['by card, a trial of 31 days', AFTER, [{ trialUntil: END, renewsByCard: true }, 12, addDays(END, -30)]],
	['cancelled', {}, [{ paidThrough: END, isCancelled: true }]],
	['paused', {}, [{ paidThrough: END, pausedOn: '2028-01-01' }]],
	['complimentary forever', {}, [{ paidThrough: END, complimentaryUntil: ALWAYS }]],
])('%s', (_name, expected, given) => expect(noticesFor(...given)).toEqual(expected))

test('sends the renewal notice 15 to 45 days before, and the trial notice 3 to 21 days before', () => {
	expect(daysBetween('2028-01-16', END)).toBe(45)
	const card = { ...none, renewsByCard: true }
	const year = { dates: { ...card, paidThrough: END }, startedOn: '2027-03-02', months: 12 }
	expect(noticeOn('2028-01-15', year)).toBeUndefined()
	expect(noticeOn('2028-01-16', year)).toEqual({ kind: 'renewal', day: END })
})
