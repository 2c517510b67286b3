import { describe, expect, test } from 'vitest'
import { detect, type FindingType } from '../src/detect.ts'
import { numbersByCourt, readPosts } from './marked-posts.ts'

// Generated variants: docket numbers of all courts, phone and Social Security numbers with all common separators, in
// sentences with and without a keyword.

const fixture = (file: string) =>
	new URL(`../fixtures/${file.startsWith('other-hand') ? 'other-hands/' : ''}${file}.txt`, import.meta.url)

type Pair = readonly [number: string, sentence: string]

/** Returns every number in every sentence. */
const crossed = (numbers: readonly string[], sentences: readonly string[]): Pair[] =>
	numbers.flatMap((number) => sentences.map((sentence): Pair => [number, sentence]))

/** Returns every number in one sentence, with the sentences in rotation: faster than all combinations. */
const inTurn = (numbers: readonly string[], sentences: readonly string[]): Pair[] =>
	numbers.map((number, index): Pair => [number, sentences[index % sentences.length] ?? '#'])

/**
 * Returns the sentences whose number (in place of `#`) is not found with its kind. Checks a hundred per call, one per
 * paragraph, because each call has a fixed cost.
 */
function missedOfPairs(type: FindingType, all: readonly Pair[]): string[] {
	const missed: string[] = []
	for (let from = 0; from < all.length; from += 100) {
		const places: (readonly [start: number, end: number, post: string])[] = []
		let text = ''
		for (const [number, sentence] of all.slice(from, from + 100)) {
			const start = text.length + sentence.indexOf('#')
			const post = sentence.replace('#', () => number)
			places.push([start, start + number.length, post])
			text += `${post}\n\n`
		}
		const findings = detect(text).filter((one) => one.type === type)
		for (const [start, end, post] of places)
			if (!findings.some((one) => one.start < end && start < one.end)) missed.push(post)
	}
	return missed
}

const missedOf = (type: FindingType, numbers: readonly string[], sentences: readonly string[]) =>
	missedOfPairs(type, crossed(numbers, sentences))

const AFTER_WORDS = [
	'Need coverage for a conference, Case No. #, Monday at 9.',
	"The case number's # if anyone wants to look.",
	'the docket number, #, shows nothing',
	'docket # got dismissed',
]
const WITHOUT_WORDS = [
	'Has anybody had trouble with service in # this month?',
	'Kowalski v. Brandt, #, is my headache.',
	'The clerk bounced my filing in #. Reason: "wrong event".',
]

describe('dockets', () => {
	const numbers = numbersByCourt(fixture('dockets-by-court'))

	test('are found after a keyword, with every separator', () => {
		expect(missedOfPairs('docket', inTurn(numbers, AFTER_WORDS))).toEqual([])
		const signs = ['–', '‑', '−']
		const written = numbers.map((number, index) => number.replaceAll('-', signs[index % signs.length] ?? '-'))
		expect(missedOfPairs('docket', inTurn(written, AFTER_WORDS))).toEqual([])
	})

	test('are found without a keyword near talk of a case, except for five', () => {
		expect(missedOfPairs('docket', inTurn(numbers, WITHOUT_WORDS)).length).toBeLessThanOrEqual(5)
	})

	// Measured rates, to detect regressions.
	test.each([
		['small letters', (number: string) => number.toLowerCase(), 0.98, 0.87],
		['blanks for dashes', (number: string) => number.replaceAll('-', ' '), 0.98, 0.79],
		['nothing between', (number: string) => number.replaceAll(/[- ]/g, ''), 0.97, 0.87],
	] as const)('in %s', (_name, write, afterWords, without) => {
		const written = numbers.map(write)
		const rateIn = (sentences: readonly string[]) =>
			1 - missedOfPairs('docket', inTurn(written, sentences)).length / written.length
		expect(rateIn(AFTER_WORDS.slice(0, 2))).toBeGreaterThanOrEqual(afterWords)
		expect(rateIn(WITHOUT_WORDS.slice(1))).toBeGreaterThanOrEqual(without)
	})

	test('are found after a keyword when they are plain digits', () => {
		expect(missedOf('docket', numbersByCourt(fixture('plain-dockets-by-court')), AFTER_WORDS.slice(0, 3))).toEqual([])
	})
})

const SIGNS = ['-', '.', ' ', '/', '–', '—', '‑', ' - ', '·', '•', '_', '--', '~', '*', '|', '=']
const DIGITS_OF = (zero: number) => (number: string) =>
	number.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

test('finds phone numbers with every separator and in every script', () => {
	const grouped = SIGNS.map((sign) => ['602', '555', '0143'].join(sign))
	const others = ['(602)555-0143', '(602) 555-0143 x12', '602, 555-0143', '602-5550143', '6025550143', '1-602-555-0143']
	const scripts = [0xff_10, 0x6_60, 0x9_66, 0x1_d7_ce].map((zero) => DIGITS_OF(zero)('602-555-0143'))
	expect(
		missedOf(
			'phone',
			[...grouped, ...others, ...scripts, '602-555-0143'.replaceAll(/\d/g, '$&\uFE0F\u20E3')],
			[
				'Call her at # after five.',
				'The witness (#) hung up on me twice.',
				"Client's brother in town, #, will sign.",
				'Text me: #',
			],
		),
	).toEqual([])
})

test('treats seven digits as a phone number near talk of a call', () => {
	expect(
		missedOf(
			'phone',
			['418-7702', '418 7702', '418.7702', '418–7702', '4187702'],
			['Call me at # please.', 'his cell is #', 'Fax #.', 'leave a message at #', 'My direct dial is #.'],
		),
	).toEqual([])
	expect(missedOf('phone', ['418 7702', '418-7702'], ['at # after five, ask for Dottie'])).toEqual([])
})

test('finds foreign numbers next to a person', () => {
	expect(
		missedOf('phone', ['0300 418 7702', '504 9418-7702'], ['Her cousin in Karachi, #, will sign.', 'ph #']),
	).toEqual([])
})

test('finds numbers that continue on the next line', () => {
	expect(missedOf('phone', ['602-555-\n0143', '(602)\n555-0143'], ['Call her at # after five.'])).toEqual([])
	expect(missedOf('ssn', ['219-09-\n9981'], ['They printed # on the lien.'])).toEqual([])
})

test('finds Social Security numbers with every separator and in every script', () => {
	const grouped = SIGNS.map((sign) => ['219', '09', '9981'].join(sign))
	const scripts = [0xff_10, 0x6_60, 0x1_d7_ce].map((zero) => DIGITS_OF(zero)('219-09-9981'))
	expect(
		missedOf('ssn', [...grouped.filter((one) => !one.includes('*')), ...scripts], ['They printed # there.']),
	).toEqual([])
	expect(
		missedOf(
			'ssn',
			[...grouped, ...scripts, '219099981', '219-099981', '21-909-9981', '2 1 9 0 9 9 9 8 1'],
			['SSN #', 'Her social is # and the bank wants it.', 'I typed # as his SSN.', 'SS no. # is on page 3'],
		),
	).toEqual([])
})

test('finds four digits near talk of the last four', () => {
	expect(
		missedOf(
			'ssn',
			['4471'],
			[
				'The last four, I think #, do not match.',
				'# are the last four of her social.',
				'I put # as the last four.',
				'Last four? #.',
				"His last four's #.",
				'SSN (last 4) #',
				'last4: #',
				'She signed as ending in # (social).',
				'It shows x# as her SSN.',
			],
		),
	).toEqual([])
})

test('reads a post in capitals', () => {
	const found = (post: string) => detect(post).map(({ type }) => type)
	expect(found('MY CLIENT, HARRIET VOLKOV, CALLS FROM (602) 555-0143 EVERY NIGHT.')).toEqual(['name', 'phone'])
	expect(found('HOW DO YOU SAY THAT THE FEE IS DUE BEFORE THE HEARING, AND NOT AFTER IT? THANK YOU ALL.')).toEqual([])
})

test('maps a finding to the original text, whatever characters precede it', () => {
	const text = `𝟏𝟐 🙂\u200B now ${DIGITS_OF(0x1_d7_ce)('602-555-0143')}, ok`
	expect(detect(text).map((one) => one.text)).toEqual([DIGITS_OF(0x1_d7_ce)('602-555-0143')])
})

test.each(readPosts(fixture('look-alikes-without')))('finds nothing in %j', (post) => {
	expect(detect(post)).toEqual([])
})
