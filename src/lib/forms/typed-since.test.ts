import { expect, test } from 'vitest'
import { typedSince } from './typed-since.ts'

test.each([
	['A comment', 'A comment', ''],
	['  A comment\n', 'A comment', ''],
	['A comment, and more', 'A comment', ', and more'],
	['A comment\n\nThe next', 'A comment', 'The next'],
	['Another text', 'A comment', 'Another text'],
	['A comm', 'A comment', 'A comm'],
	['', 'A comment', ''],
])('%j after posting %j leaves %j', (typed, posted, left) => {
	expect(typedSince(typed, posted)).toBe(left)
})
