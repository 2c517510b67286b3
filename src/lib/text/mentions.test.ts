import { expect, test } from 'vitest'
import { mentionAt, mentionedNames } from './mentions.ts'

test.each([
	['ask @ruth', ['ruth']],
	['@ruth and @Marcus.O, also (@ines2).', ['ruth', 'marcus.o', 'ines2']],
	['@ruth.', ['ruth']],
	['@ruth...', ['ruth']],
	['@ruth @RUTH @ruth', ['ruth']],
	['ruth@example.com', []],
	['a.b+@ruth', []],
	['@@ruth', []],
	['@ ruth', []],
	['@-ruth', []],
	['line\n@ruth', ['ruth']],
	['see https://blog.example/@ruth', []],
	['see https://blog.example/?by=@ruth&x', []],
	['https://blog.example and @ruth', ['ruth']],
	['either/@ruth', ['ruth']],
	['josé@ruth', []],
])('%j mentions %j', (text, names) => {
	expect(mentionedNames(text)).toEqual(names)
})

test.each([
	['Hello @ru', 9, { start: 6, typed: 'ru' }],
	['Hello @', 7, { start: 6, typed: '' }],
	['Hello @Ru there', 9, { start: 6, typed: 'ru' }],
	['mail@ru', 7, undefined],
	['https://blog.example/@ru', 24, undefined],
	['Hello @ru there', 15, undefined],
])('the unfinished mention of %j at %i is %j', (text, caret, expected) => {
	expect(mentionAt(text, caret)).toEqual(expected)
})
