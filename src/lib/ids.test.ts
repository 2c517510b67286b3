import { expect, test } from 'vitest'
import { idStart, idTime, isId, NEW_ID, newId } from './ids.ts'

test('an id tells when it was made, and sorts by it', () => {
	const at = Date.now() + 60_000
	expect(idTime(newId(at))).toBe(at)
	expect(newId(at + 5) > idStart(at + 1)).toBe(true)
	expect(newId(at + 10) < idStart(at + 1_000)).toBe(true)
})

test('an id has the shape of one', () => {
	for (const id of [newId(), '001-time-management', '00seed0000000comment1', `${newId()}-reset`])
		expect(isId(id), id).toBe(true)
	for (const text of ['', 'x.css', 'x;.js', 'a b', 'a,b', 'é', '..', 'a'.repeat(101), 'x\n'])
		expect(isId(text), text).toBe(false)
})

test('a new id is told from anything else by its form', () => {
	for (const now of [0, Date.now(), 2 ** 50 - 1]) expect(newId(now)).toMatch(NEW_ID)
	const id = newId()
	for (const text of [
		'',
		id.slice(1),
		`${id}0`,
		`${id}\n`,
		id.toUpperCase(),
		...'ilou-_'.split('').map((at) => at + id.slice(1)),
	])
		expect(text, text).not.toMatch(NEW_ID)
})
