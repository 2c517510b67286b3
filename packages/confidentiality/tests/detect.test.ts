import { describe, expect, test } from 'vitest'
import { detect, FINDING_TYPES, type FindingType } from '../src/detect.ts'
import { withPlaceholders } from '../src/placeholders.ts'
import { measureFalseAlarms, measureHits, rate, readMarks, readPosts } from './marked-posts.ts'

// Made-up posts, one per line. Client data is marked: [[phone|(602) 555-0143]].
// The authors of the rules have read all of these files since they were written, so the rates only guard against
// regressions. Rates on unseen posts are measured with sets that stay unread: decision 017 has the figures.
//   tuning, held-out, second-held-out, forms, classes   by the author of the rules
//   third-held-out                             by another author
//   other-hand-e, -g                           by authors who had not read the rules; never used for tuning, and not
//                                              to be read when changing rules: `npm run confidentiality:measure`
//   other-hand-a, -b, -c, -d, -f               by authors who had not read the rules; measured unseen first (figures
//                                              in decision 017), then used for tuning

const posts = (file: string) =>
	readPosts(new URL(`../fixtures/${file.startsWith('other-hand') ? 'other-hands/' : ''}${file}.txt`, import.meta.url))

/** Returns the share of marked spans that are found with their kind, overall and by kind, and the misses. */
function hits(file: string) {
	const { counts, total, missed } = measureHits(posts(file))
	return {
		overall: rate(total),
		of: (type: FindingType) => rate(counts.get(type) ?? [0, 1]),
		missed: missed.map(({ type, place }) => `${type}: ${place}`),
	}
}

/** Returns the share of harmless posts with any finding, and by kind. */
function falseAlarms(file: string) {
	const all = posts(file)
	const alarms = measureFalseAlarms(all)
	return {
		overall: alarms.length / all.length,
		of: (type: FindingType) =>
			alarms.filter(({ findings }) => findings.some((one) => one.type === type)).length / all.length,
		alarms: alarms.flatMap(({ findings }) => findings.map(({ type, text }) => `${type}: ${text}`)),
	}
}

test('has a hundred posts with a client’s data and a hundred without', () => {
	expect(posts('held-out-with').length).toBeGreaterThanOrEqual(100)
	expect(posts('held-out-without').length).toBeGreaterThanOrEqual(100)
})

describe('posts used for tuning', () => {
	test('finds everything without false alarms', () => {
		const result = hits('tuning-with')
		const wrong = falseAlarms('tuning-without')
		expect([result.missed, wrong.alarms]).toEqual([[], []])
	})
})

describe('posts by the author of the rules, later used for tuning', () => {
	// Measured rates, to detect regressions.
	test.each([
		['docket', 1, 0],
		['caption', 1, 0],
		['phone', 1, 0],
		['email', 1, 0],
		['ssn', 1, 0],
		['dob', 1, 0],
		['address', 1, 0],
		['name', 1, 0],
	] as const)('%s: hit rate at least %d, false alarms at most %d', (type, hitRate, falseRate) => {
		expect(hits('held-out-with').of(type)).toBeGreaterThanOrEqual(hitRate)
		expect(falseAlarms('held-out-without').of(type)).toBeLessThanOrEqual(falseRate)
	})

	test('meets the targets: 0.90 overall, 0.97 for numbers and email addresses, false alarms at most 0.08', () => {
		const result = hits('held-out-with')
		expect(result.overall).toBeGreaterThanOrEqual(0.99)
		for (const type of ['docket', 'phone', 'email', 'ssn'] as const)
			expect(result.of(type)).toBeGreaterThanOrEqual(0.97)
		expect(falseAlarms('held-out-without').overall).toBeLessThanOrEqual(0.08)
	})
})

// Case names are the weak spot: only the context distinguishes an open case from one that is discussed.
test('judges case names in forty open and forty harmless posts', () => {
	expect(hits('second-held-out-with').of('caption')).toBeGreaterThanOrEqual(0.95)
	expect(falseAlarms('second-held-out-without').overall).toBeLessThanOrEqual(0.025)
})

// By another author, to cover cases that the first author missed.
test('meets the targets on posts by another author', () => {
	expect(hits('third-held-out-with').overall).toBeGreaterThanOrEqual(0.97)
	expect(falseAlarms('third-held-out-without').overall).toBeLessThanOrEqual(0.03)
})

// Never used for tuning: failures are not printed, to avoid tuning by accident. The rates are as measured. The targets
// are 0.92 overall, 0.97 for dockets, phones, mail and Social Security numbers, and at most 8 false alarms.
test.each([
	['other-hand-e', 0.97, 6],
	['other-hand-g', 0.939, 3],
] as const)(
	'posts that no rule was changed for, %s: hit rate at least %d, false alarms at most %d',
	(set, hitRate, most) => {
		const result = hits(`${set}-with`)
		expect(result.overall).toBeGreaterThanOrEqual(hitRate)
		for (const type of ['docket', 'phone', 'email', 'ssn'] as const)
			expect(result.of(type)).toBeGreaterThanOrEqual(0.97)
		expect(measureFalseAlarms(posts(`${set}-without`)).length).toBeLessThanOrEqual(most)
	},
)

test('reports no rates for a set without marks', () => {
	expect(() => measureHits(['Call her at {{phone|(602) 555-0143}}.'])).toThrow('nothing to measure')
	expect(rate(measureHits(['Call her at [[phone|(602) 555-0143]].']).total)).toBe(1)
})

// By authors who had not read the rules. First measured unseen (0.906 of a, 0.850 of b, 0.921 of c, 0.907 of d,
// 0.916 of f), then used for tuning.
test.each([
	['other-hand-a', 0.98, 0],
	['other-hand-b', 0.99, 1],
	['other-hand-c', 0.99, 0],
	['other-hand-d', 0.99, 0],
	['other-hand-f', 0.99, 0],
] as const)('%s: hit rate at least %d, false alarms at most %d', (set, hitRate, most) => {
	const result = hits(`${set}-with`)
	expect(result.overall, result.missed.join('; ')).toBeGreaterThanOrEqual(hitRate)
	const { alarms } = falseAlarms(`${set}-without`)
	expect(alarms.length, alarms.join('; ')).toBeLessThanOrEqual(most)
})

// One line per known form, by the author of the rules. They do not show how often a stranger's post is detected.
test('finds every known form and none of its look-alikes', () => {
	expect([hits('forms-with').missed, falseAlarms('forms-without').alarms]).toEqual([[], []])
})

// Classes of forms first seen in set f: names on no list, births in the next sentence or on a holiday, streets
// without a street type, files named by two surnames; and look-alikes that must not be found.
test('finds the classes of set f and none of their look-alikes', () => {
	expect([hits('classes-with').missed, falseAlarms('classes-without').alarms]).toEqual([[], []])
})

test.each([
	['In Petrov v. Ames and I mean it, my client must choose.', 'Petrov v. Ames'],
	['My trial in Villaseñor v. Núñez Brothers is set for Monday.', 'Villaseñor v. Núñez Brothers'],
	['I was appointed in State v. Tavish Merrow.', 'State v. Tavish Merrow'],
])('in %j, marks only the name', (text, name) => {
	expect(detect(text).map((finding) => [finding.type, finding.text])).toEqual([['caption', name]])
})

test('marks every kind at least once', () => {
	for (const file of ['tuning-with', 'held-out-with'])
		expect(new Set(posts(file).flatMap((line) => readMarks(line).marked.map(({ type }) => type)))).toEqual(
			new Set(FINDING_TYPES.filter((type) => type !== 'id')),
		)
})

test.each([
	'See 531 U.S. 98.',
	'Bush v. Gore, 531 U.S. 98 (2000)',
	'My hearing turns on Riley v. California, 573 U.S. 373 (2014), next week.',
	'',
])('finds nothing in %j', (text) => {
	expect(detect(text)).toEqual([])
})

test('returns findings in order, without overlaps, with their text', () => {
	const text = 'My client, Albert Yoon, born 6/1/1990, is on (602) 555-0143 and in Case No. 1:23-cr-00417-JKL.'
	const findings = detect(text)
	expect(findings.map(({ type }) => type)).toEqual(['name', 'dob', 'phone', 'docket'])
	for (const { start, end, text: found } of findings) expect(text.slice(start, end)).toBe(found)
	expect(withPlaceholders(text, findings)).toBe(
		'My client, [name], [date of birth], is on [phone number] and in Case No. [docket number].',
	)
	expect(detect(withPlaceholders(text, findings))).toEqual([])
})

/** Returns the shorter of two runs, in milliseconds of this thread's CPU time: load disturbs this measure least. */
function timeOf(text: string): number {
	const times = [1, 2].map(() => {
		const start = process.threadCpuUsage()
		detect(text)
		const { user, system } = process.threadCpuUsage(start)
		return (user + system) / 1000
	})
	return Math.min(...times)
}

test('takes about four times as long for four times as much of any one character or word', () => {
	const parts = [
		'a',
		'1',
		'-',
		'_',
		'@',
		'a_',
		'A-',
		'1-',
		'24-cv-',
		'12 Main ',
		'a at b dot ',
		'a . b ',
		'v. ',
		'Estate of ',
		'ssn ',
		'social a ',
		'last four ',
		'one ',
		'100000000 ',
		'2024CA123456',
		'Maria ',
		'Smith, Ann ',
		'my client ',
		'born ',
		'dob 1/2/1990 ',
		'lives at 12 Oak ',
		'Lot 4 ',
		'Hwy 1 ',
		'A/1/',
		'Smith v. Jones ',
		'last four 1234 and ',
		'kid 1/2/1990 dob ',
		'Maria Lopez ',
		'claim 1 ',
		'xxx-',
		'{at}',
		'1 ',
		'1.',
		'five ',
		'CV 24 ',
		'A1-',
		'24-CV-1234 ',
		'K.S.A. 60-1507 and ',
		'602-555-0143/',
		'last4 ',
		'c/o ',
		'tried at 12 ',
		'Plaintiff: Ann ',
		'Farrow/Benitez ',
		'dob? ',
		'the wife as ',
		'9 (1/2/1990) ',
		'xx',
	]
	detect('My client, Albert Yoon, born 6/1/1990. '.repeat(250))
	for (const part of parts) {
		const growth = () => {
			const [short = 0, long = 0] = [5_000, 20_000].map((length) =>
				timeOf(part.repeat(Math.ceil(length / part.length))),
			)
			// Below ten milliseconds the measurement is too imprecise for a ratio.
			return long / Math.max(short, 10)
		}
		// A quadratic pattern takes 16 times as long in every measurement; load can make a linear one take 8 times as long.
		let least = growth()
		for (let looks = 1; least >= 8 && looks < 4; looks++) least = Math.min(least, growth())
		expect(least, part).toBeLessThan(8)
	}
}, 60_000)

test.each([
	['a'.repeat(20_000)],
	['My client '.repeat(2_000)],
	['A v. '.repeat(4_000)],
	['1-'.repeat(10_000)],
	['Aa '.repeat(6_600)],
	['my I we our hearing '.repeat(1_000)],
])('handles a text of the maximum length without hanging (%#)', (text) => {
	// A backtracking pattern would exceed the test timeout.
	expect(detect(text)).toEqual([])
})
