import { pattern } from './pattern.ts'
import type { Span } from './text.ts'

// Numbers as spoken: "six oh two, five five five, 0143", "602 dash 555 dash 0143", "area code 602 then 555-0143".

const SMALL =
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const DIGITS: Record<string, string> = Object.fromEntries([
	...SMALL.split(' ').map((word, value) => [word, String(value)]),
	...TENS.split(' ').map((word, at) => [word, String(10 * (at + 2))]),
	...['oh', 'o', 'nought'].map((word) => [word, '0']),
])
const WORD = `(?:${Object.keys(DIGITS).join('|')}|double|triple|hundred)`
const UNIT = `(?:\\d{1,5}|${WORD})`
const SIGN = '(?:dash|hyphen|dot|point|space|then|and|slash)'
const RUN = pattern(
	'gi',
)`(?<![\w$€£#§@.-]|\d[,:/])\(?${UNIT}\b\)?(?:(?:[\s,./()-]{0,3}\b(?:${SIGN}(?:\s${SIGN})?)\b[\s,-]{0,2}|[\s,./()-]{1,3})\(?${UNIT}\b\)?){2,14}(?![\w%]|[-/.:,]\d)`

export interface SpelledNumber {
	place: Span
	digits: string
	/** Number of digits in each group; groups are separated by anything but a space. */
	groups: number[]
	/** Number of units written as words. */
	words: number
}

/** Returns the digits of all units. A unit can change how the next one is read. */
function read(units: readonly string[]): string {
	let digits = ''
	let times = 1
	for (const [index, unit] of units.entries()) {
		const word = unit.toLowerCase()
		if (word === 'double' || word === 'triple') {
			times = word === 'double' ? 2 : 3
			continue
		}
		if (word === 'hundred') {
			digits += '00'
			continue
		}
		const value = DIGITS[word] ?? word
		// Forty-four is one number of two digits.
		const isTens = /^[2-9]0$/.test(value) && !/^\d/.test(word)
		const next = DIGITS[(units[index + 1] ?? '').toLowerCase()] ?? ''
		digits += isTens && /^[1-9]$/.test(next) ? value.charAt(0) : value.repeat(times)
		times = 1
	}
	return digits
}

/** Finds numbers partly or fully in words, or with their separators in words. */
export function findSpelledNumbers(text: string): SpelledNumber[] {
	const numbers: SpelledNumber[] = []
	for (const match of text.matchAll(RUN)) {
		const units = match[0].match(new RegExp(UNIT, 'gi')) ?? []
		const words = units.filter((unit) => !/^\d/.test(unit)).length
		const digits = read(units)
		// Counting up (one, two, three) is not a phone number.
		if ((words === 0 && !/dash|hyphen|dot|point|then|slash/i.test(match[0])) || '0123456789'.includes(digits)) continue
		const groups = match[0]
			.split(/[,()-]|\b(?:dash|hyphen|dot|point|space|then|and|slash)\b/i)
			.map((part) => read(part.match(new RegExp(UNIT, 'gi')) ?? []).length)
			.filter((length) => length > 0)
		numbers.push({ place: [match.index, match.index + match[0].length], digits, groups, words })
	}
	return numbers
}
