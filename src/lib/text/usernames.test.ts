import { expect, test } from 'vitest'
import { USERNAME, usernameFrom } from './usernames.ts'

test.each([
	['Ruth Adeyemi', 'ruth.adeyemi'],
	['José Ángel Peña', 'jose.angel.pena'],
	["  O'Brien-Smith, Jr. ", 'o.brien.smith.jr'],
	['李雷', 'member'],
	['A name that is far too long to be one', 'a.name.that.is.far.too.l'],
	['Twenty-three letters xx yy', 'twenty.three.letters.xx'],
])('%s becomes %s', (name, expected) => {
	expect(usernameFrom(name)).toBe(expected)
	expect(usernameFrom(name)).toMatch(USERNAME)
	expect(usernameFrom(name, 2)).toBe(`${expected}2`)
})
