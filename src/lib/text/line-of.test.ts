import { expect, test } from 'vitest'
import { lineOf } from './line-of.ts'

test.each([
	[' One\r\n\ttwo\u2028three\u0085four\u0000five ', 'One two three four five'],
	['Fee \u202egdp\u202c agreement', 'Fee gdp agreement'],
	['\u2067Ruth\u2069 \u200e\u200f\u061cOkafor', 'Ruth Okafor'],
	['soft\u00adhyphen\u200b \u2060\ufeff\u180e', 'softhyphen'],
	['\u200d\u200c\ufe0f', ''],
	['\u3164\u115f\uffa0', ''],
	['\u2800Ruth\u2800', 'Ruth'],
	['In\u{e0041}\u{e0042}take', 'Intake'],
	// Joiners that shape adjacent characters stay.
	['می\u200cخواهم', 'می\u200cخواهم'],
	['Family ❤\ufe0f 👩\u200d⚖\ufe0f', 'Family ❤\ufe0f 👩\u200d⚖\ufe0f'],
	['دعوى נגד Smith', 'دعوى נגד Smith'],
])('%j becomes the line %j', (text, line) => expect(lineOf(text)).toBe(line))
