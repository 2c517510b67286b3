import { expect, test } from 'vitest'
import { findDockets } from '../src/dockets.ts'
import { numbersByCourt } from './marked-posts.ts'

const docketsIn = (text: string) => findDockets(text).map(([start, end]) => text.slice(start, end))

test.each(numbersByCourt(new URL('../fixtures/docket-forms.txt', import.meta.url)))(
	'recognizes %s as a docket by its form alone',
	(example) => {
		expect(docketsIn(`Has anybody seen ${example}, and what came of it?`)).toContain(example)
	},
)

test.each([
	['WCB number is G318 4417, from 2019.', 'G318 4417'],
	['Claim is 59-34K8-11Q.', '59-34K8-11Q'],
	['An L&I claim BB 38417 closed.', 'BB 38417'],
	["Experience with homeowner's claim 0634419872-1?", '0634419872-1'],
	['Dismissed, Adv. No. 23-00119-kms, for late service.', '23-00119-kms'],
	['DOAH 22-001834 is set.', '22-001834'],
])('finds the number in %j', (text, number) => {
	expect(docketsIn(text)).toContain(number)
})

test.each([
	'Dobbs, No. 19-1392, and the leak.',
	'Loper Bright Enterprises v. Raimondo, No. 22-451, 603 U.S. 369 (2024).',
	'Trump v. United States, No. 23-939 (July 1, 2024).',
	'A cite for People v. O.J. Simpson, No. BA097211?',
	'IRS Form 2848, line 3.',
	'HUD 4000.1 is long.',
	'Claims 12-14 of the patent are dependent.',
	'Does anyone claim 20,000 miles?',
])('finds no docket number in %j', (text) => {
	expect(docketsIn(text)).toEqual([])
})

test('applies a keyword to the number after it, not to the phone number before', () => {
	expect(docketsIn('She calls from (602) 555-0143 about Case No. 1:23-cr-00417-JKL.')).not.toContain('555-0143')
	expect(docketsIn('It is 24-104567 (the docket number).')).toContain('24-104567')
})
