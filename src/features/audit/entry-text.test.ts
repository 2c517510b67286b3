import { expect, test } from 'vitest'
import { changeText } from './entry-text.ts'

test.each([
	[{ role: ['user', 'admin'] }, 'role: user to admin'],
	[{ name: ['A', 'B'], email: ['x', 'x'] }, 'name: A to B'],
	[{ role: 'admin' }, 'role: admin'],
	[{}, ''],
])('%o reads %s', (detail, expected) => {
	expect(changeText(detail)).toBe(expected)
})
