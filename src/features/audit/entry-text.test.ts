import { expect, test } from 'vitest'
import { changeText } from './entry-text.ts'

test.each([
	[{ role: ['user', 'admin'] }, 'role: user to admin'],
	[{ name: ['A', 'B'], email: ['x', 'x'] }, 'name: A to B'],
	[{ role: 'admin' }, 'role: admin'],
	[{ publish: '2026-12-01T14:00:00.000Z' }, 'publish: Dec 1, 2026 at 2:00 PM UTC'],
	[{ publish: 'no time' }, 'publish: no time'],
	[{}, ''],
])('%o reads %s', (detail, expected) => {
	expect(changeText(detail)).toBe(expected)
})
